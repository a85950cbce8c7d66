"""What tables say in their headings: which column holds what, which cells hold nothing, units and scales."""

from __future__ import annotations

from timeweave.lexicon.families import words

NOTHING = frozenset(
    {"", *words("- -- --- – — − n/a na n.a. n.a nan none null nil .. ... … * tbd tba ? x . / $ € £ ¥ %")}
    | {"not available", "not applicable", "not reported", "no data"}
)
"""Cells that say nothing, case-folded; a sign of a currency alone belongs to the cell beside it."""

GENERIC = frozenset(
    words(
        "metric metrics indicator indicators attribute attributes property properties measure measures outcome "
        "outcomes parameter parameters figure figures feature features specification specifications statistic "
        "statistics variable variables characteristic characteristics kpi kpis field fact facts endpoint quantity "
        "measurement"
    )
) | {"key figure", "key figures", "line item", "line items", "key data"}
"""Headings of a column of labels that says what is measured, not whose it is."""
LISTED = frozenset(words("item items category line account description position head heading"))
"""Those that do so beside columns of periods only: else what is listed are things, with measures of each."""

VALUES = frozenset(words("value values amount figure figures detail details data information result results number"))
"""Headings of the one column of values."""

TIMES = frozenset(words("year years date dates day month quarter period season week time-period half semester term"))
"""Last words of the headings of columns that say when: "fiscal year", "effective date"."""

WEEKS = {
    "thirteen": 13, "fourteen": 14, "twenty-six": 26, "twenty-seven": 27, "thirty-nine": 39, "forty": 40,
    "fifty-two": 52, "fifty-three": 53,
}  # fmt: skip
"""In how many weeks the accounts of shops have quarters, halves and years: "Thirteen Weeks Ended"."""

NUMBERING = frozenset(
    {"#", "no", "no.", "nr", "nr.", "num", "s/n"} | {*words("pos position rank ranking id index place row")}
)
"""Headings of columns that count or order the rows."""

KEYS = frozenset(words("version release model edition build round lane size age grade class code number series type"))
"""Last words of the headings of columns whose numbers are names: "version 3.1"."""

REFERENCES = frozenset(words("note notes ref ref. reference references footnote footnotes page")) | {
    "page no", "page no.", "page number",
}  # fmt: skip
"""Headings of columns that say where more is told."""

ASKING = frozenset(words("how what who why where when which whether list overview comparison notes about summary"))
OVERVIEWS = frozenset(
    words("table summary overview comparison list record records statement statements sheet sheets accounts review")
)
"""First and last words of captions that say no measure."""

PARTED_BY = frozenset(
    words("segment geography region country product category type channel brand division area line source")
)
"""Words, in the singular, for what captions part a measure by: "Revenue by Reportable Segments"."""

UNIT_HEADS = frozenset(words("unit units uom currency"))

TOTALS = frozenset(words("total totals sum overall all subtotal sub-total")) | {"grand total", "all rows"}
"""Labels of rows of what the others add up to."""

CONSOLIDATED = frozenset({"consolidated", "total consolidated", "eliminations", "intersegment eliminations"})
"""Headings of columns that only a table of a body's parts has, side by side with the whole."""

DEPENDENT = frozenset(
    words("basic diluted gross net other domestic foreign international current deferred federal intersegment external")
) | {"third party", "third-party", "related party", "related parties"}
"""Labels of rows that say nothing without the label that they stand under: "Diluted" below "Earnings per share"."""

HOLDERS = frozenset(
    words("holder name incumbent officeholder office-holder person member officer minister president chair mayor")
) | {"office holder", "held by", "appointee"}
NAMES = frozenset({"name", "name of executive officer", "name of director", "executive officer", "director"})
"""Headings of people beside their offices of the day."""
IN_OFFICE = frozenset(words("officers executives directors management board leadership trustees governors"))
"""Words of captions of those who hold offices on the day of a document."""
NOT_IN_OFFICE = frozenset(
    words(
        "former past previous historic historical candidates nominees cast elected attendance meeting meetings served"
        " retired resigned outgoing incoming proposed nominated elect designate emeritus election film game vacant ex"
        " until"
    )
)
"""Words of captions, groups and cells of those who do not, or of whom that is not said."""
OF_MANY = frozenset(words("party country club team affiliation constituency character year season"))
"""Headings beside people whose offices are not those of one body on one day."""
OF_BODIES = frozenset(words("company organisation organization employer institution firm body"))
"""Headings of whose office it is."""
OFFICES = frozenset(words("office role position title post function capacity")) | {
    "position held", "positions held", "position with the company", "current position", "positions", "offices",
}  # fmt: skip
FROM = frozenset(words("from since start started began begin appointed elected assumed")) | {
    "took office", "term start", "start of term", "start date", "in office from", "date appointed", "assumed office",
    "term began", "from date", "in office since",
}  # fmt: skip
UNTIL = frozenset(words("until to till end ended through left")) | {
    "left office", "term end", "end of term", "end date", "in office until", "term ended", "to date",
}  # fmt: skip
TERMS = frozenset(words("term tenure years")) | {"term of office", "in office", "years in office", "time in office"}
"""Headings of columns that tell whose an office was, which one, and from when until when."""

ONGOING = frozenset(words("present incumbent current now today ongoing serving date"))
"""What stands in the place of an end that has not come."""

CHANGES = frozenset(
    {
        "change",
        "changes",
        "chg",
        "chg.",
        "growth",
        "yoy",
        "y/y",
        "y-o-y",
        "variance",
        "var",
        "var.",
        "difference",
        "delta",
        "δ",
    }
)
"""First words of the headings of columns that say how far two others lie apart, or last ones behind the next."""
BEFORE_CHANGES = frozenset(
    words("$ % € £ year years ended ending months weeks quarter three six nine net percent percentage")
)
"""What may stand before these where they are the last words."""

WHOLES = frozenset(words("revenue revenues sales turnover receipts income"))
"""Last words of what other figures of accounts are told as shares of."""

BALANCES = frozenset(
    words("balance balances outstanding unvested nonvested non-vested opening closing carrying exercisable")
)
"""Words of rows that say how much there was on a day, between which others say what changed it."""

IN_SECONDS = frozenset(
    words("time runtime duration latency elapsed wall cpu wait delay training inference execution response load build")
)
"""Words behind which "(s)" counts seconds; behind others it is a plural."""

ESTIMATED = frozenset(words("estimate estimated estimates expected"))
"""Words of what is expected while its time is to come; of a time that is over they say how a figure was found."""
PLANNED = ESTIMATED | frozenset(
    words("budget budgeted plan planned forecast forecasts guidance outlook target targets projected projection "
          "proposed")
)  # fmt: skip
ACTUAL = frozenset(words("actual actuals reported audited unaudited restated provisional preliminary final revised"))
"""Words of headings that say how a figure stands, which is no part of what is measured."""

COUNTED = frozenset(
    words("headcount employees staff customers stores users subscribers locations vehicles visitors pupils patients "
          "members branches outlets")
)  # fmt: skip
"""Last words of labels of what is counted one by one, also in a table of thousands or of a currency."""

SHARES = frozenset(words("shares"))
"""Words of labels of what is counted in the thousands of a table, and is no money."""

KINDS_OF_SHARES = frozenset(words("diluted basic common ordinary preferred outstanding"))
"""What a share is called that figures are told per."""

RATES = frozenset(words("margin ratio rate yield share factor % percentage percent growth intensity index"))
"""Words of labels of what is no sum, also in a table of thousands or of a currency."""

SCALES = {
    "thousand": 1e3, "thousands": 1e3, "000": 1e3, "000s": 1e3, "'000": 1e3, "’000": 1e3, "k": 1e3, "ths": 1e3,
    "million": 1e6, "millions": 1e6, "mn": 1e6, "mln": 1e6, "mio": 1e6, "mm": 1e6, "m": 1e6,
    "billion": 1e9, "billions": 1e9, "bn": 1e9, "bln": 1e9, "b": 1e9, "trillion": 1e12, "trillions": 1e12, "tn": 1e12,
    "hundreds": 1e2, "lakh": 1e5, "lakhs": 1e5, "crore": 1e7, "crores": 1e7,
}  # fmt: skip
ALWAYS_SCALES = frozenset(SCALES) - {"m", "mm", "b", "k"}
"""Those that are scales without a currency too: "m" alone is metres."""
SCALE_NAMES = {
    1e2: "hundred",
    1e3: "thousand",
    1e5: "lakh",
    1e6: "million",
    1e7: "crore",
    1e9: "billion",
    1e12: "trillion",
}

UNITS = {
    "%": "%", "percent": "%", "pct": "%", "per cent": "%", "percentage": "%", "pp": "pp", "bps": "bp", "bp": "bp",
    "ms": "ms", "msec": "ms", "milliseconds": "ms", "s": "seconds", "sec": "seconds", "secs": "seconds",
    "seconds": "seconds", "min": "minutes", "mins": "minutes", "minutes": "minutes", "h": "hours", "hr": "hours",
    "hrs": "hours", "hours": "hours", "days": "days", "weeks": "weeks", "months": "months", "years": "years",
    "kg": "kg", "g": "g", "mg": "mg", "t": "tonnes", "tonnes": "tonnes", "tons": "tons", "kt": "kilotonnes",
    "lb": "lbs", "lbs": "lbs", "mm": "mm", "cm": "cm", "m": "m", "km": "km", "metres": "metres", "meters": "meters",
    "miles": "miles", "mi": "miles", "ft": "ft", "feet": "feet", "in": "inches", "inches": "inches",
    "km²": "km²", "km2": "km²", "m²": "m²", "m2": "m²", "sqm": "m²", "m³": "m³", "m3": "m³", "ha": "ha",
    "hectare": "hectare", "hectares": "hectares", "acres": "acres", "°c": "°C", "c": "°C", "celsius": "°C", "°f": "°F",
    "kmh": "km/h", "km/h": "km/h", "kph": "km/h", "mph": "mph", "knots": "knots", "kn": "knots", "kts": "knots",
    "m/s": "m/s", "hpa": "hPa", "kb": "KB", "mb": "MB", "gb": "GB", "tb": "TB", "mib": "MiB", "gib": "GiB",
    "kwh": "kWh", "mwh": "MWh", "gwh": "GWh", "twh": "TWh", "kw": "kW", "mw": "MW", "gw": "GW", "ml": "mL", "l": "L",
    "litres": "litres", "liters": "liters", "mg/l": "mg/L", "mmol/l": "mmol/L", "mmhg": "mmHg", "bpm": "bpm",
    "ug": "µg", "µg": "µg", "µg/m³": "µg/m³", "ug/m3": "µg/m³", "hz": "Hz", "mhz": "MHz", "ghz": "GHz", "fte": "FTE",
    "mah": "mAh", "kcal": "kcal", "kj": "kJ", "teu": "TEU", "db": "dB", "dba": "dBA", "nm": "nm", "nits": "nits",
    "rpm": "rpm", "hp": "hp", "ppm": "ppm", "ppb": "ppb", "v": "V", "wh": "Wh", "lux": "lux", "mbps": "Mbps",
    "gbps": "Gbps", "dpi": "dpi", "ng/ml": "ng/mL", "iu": "IU",
    "x": "x", "points": "points", "pts": "points", "barrels": "barrels", "boe": "boe",
}  # fmt: skip
"""Units as headings write them, case-folded, in one spelling."""

SHORT_WORDS = {
    "max": "maximum", "min": "minimum", "temp": "temperature", "avg": "average", "pop": "population", "qty": "quantity",
    "pct": "percent", "rev": "revenue", "exp": "expense", "dept": "department", "govt": "government", "pts": "points",
    "pld": "played", "gf": "goals for", "ga": "goals against", "est": "estimate", "vol": "volume", "wt": "weight",
}  # fmt: skip
"""What the short words of headings stand for."""

LOOSE = frozenset(
    words("mani much number amount valu level figur group season year quarter month day date fiscal financi total "
          "overal time rate share kind peopl game race list tabl averag first second third fourth chang increas "
        "decreas differ rise grow growth develop")
) - {"total", "averag", "time", "rate", "share"}  # fmt: skip
"""Terms of a question that a table need not have: they say that a cell is asked for, not which."""

ASKED_AS = {
    "cost": "price", "won": "winner", "win": "winner", "spent": "spend", "lose": "lost", "loss": "lost",
    "built": "build", "held": "holder", "receiv": "vote", "fell": "fall", "rainfal": "rain", "enrol": "pupil",
    "sold": "sale", "sell": "sale", "earn": "earn", "drew": "drawn", "draw": "drawn", "scor": "goal",
    "deep": "depth", "weigh": "weight", "old": "age", "direct": "director",
    "long": "length", "tall": "height", "fast": "speed", "wide": "width", "heavi": "weight", "expens": "expens",
    "percentag": "percent", "proport": "share", "membership": "member",
}  # fmt: skip
"""Terms of questions by those of the headings that they ask for: "what does it cost" asks for a price."""

OWNERS = frozenset(
    words("club company firm business organisation organization association society group team charity museum school "
          "university hospital library council company band choir orchestra church parish party union cooperative")
)  # fmt: skip
"""What those are called whom all documents of a store may be of, so that a table need not name them."""
BEGINNINGS = words("become became begin began start started first elected appointed named made since")
"""Words of a question by which it asks since when a state lasts."""

SUPERLATIVES = {
    "cheapest": ("price", -1), "dearest": ("price", 1), "costliest": ("price", 1), "heaviest": ("weight", 1),
    "lightest": ("weight", -1), "tallest": ("height", 1), "longest": ("length", 1), "shortest": ("length", -1),
    "fastest": ("speed", 1), "slowest": ("speed", -1), "deepest": ("depth", 1), "widest": ("width", 1),
    "hottest": ("temperature", 1), "coldest": ("temperature", -1), "wettest": ("rain", 1), "driest": ("rain", -1),
    "richest": ("income", 1), "poorest": ("income", -1), "busiest": ("traffic", 1),
}  # fmt: skip
"""Superlatives that say of what they are one, with its term, and whether of the most or the least."""
