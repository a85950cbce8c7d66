"""The vocabulary of numbers: number words, scales, currencies and physical units."""

from __future__ import annotations

from timeweave.lexicon.numbers import NUMBERS

SCALES = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "lakh": 1e5, "million": 1e6, "mn": 1e6, "mm": 1e6, "m": 1e6,
    "crore": 1e7,
    "billion": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12, "tn": 1e12, "t": 1e12,
}  # fmt: skip
NUMBER_WORDS = {word: float(number) for word, number in NUMBERS.items()}

CURRENCIES = {
    "$": "USD", "us$": "USD", "usd": "USD", "c$": "CAD", "ca$": "CAD", "cad": "CAD", "a$": "AUD", "au$": "AUD",
    "aud": "AUD", "hk$": "HKD", "hkd": "HKD", "nt$": "TWD", "s$": "SGD", "nz$": "NZD", "r$": "BRL", "mx$": "MXN",
    "mxn": "MXN", "ps.": "MXN", "€": "EUR", "eur": "EUR", "£": "GBP", "gbp": "GBP", "¥": "JPY", "jpy": "JPY",
    "rmb": "CNY", "cny": "CNY", "₹": "INR", "inr": "INR", "rs": "INR", "rs.": "INR", "₩": "KRW", "krw": "KRW",
    "chf": "CHF",
    "zar": "ZAR", "r": "ZAR", "kes": "KES", "ksh": "KES", "ngn": "NGN", "₦": "NGN", "gh₵": "GHS", "₱": "PHP",
    "sek": "SEK", "nok": "NOK", "dkk": "DKK",
}  # fmt: skip
CURRENCY_WORDS = {
    "dollar": "USD", "euro": "EUR", "pound": "GBP", "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "rmb": "CNY",
    "peso": "MXN", "rupee": "INR", "won": "KRW", "franc": "CHF", "real": "BRL", "reais": "BRL", "ruble": "RUB",
    "rouble": "RUB", "usd": "USD", "eur": "EUR", "gbp": "GBP", "jpy": "JPY", "kronor": "SEK", "krona": "SEK",
    "zloty": "PLN", "forint": "HUF", "rand": "ZAR", "lira": "TRY",
    **{word: f"{word}s" for word in ("crown", "dirham", "dinar", "shilling")}, "kroner": "kroner", "krone": "kroner",
}  # fmt: skip
"""What a word for money stands for: the code of a currency, or the word where several countries use it."""
PHYSICAL_UNITS = (
    r"cubic (?:(?:kilo|centi)?met(?:er|re)s?|feet|foot|yards?)|square (?:feet|foot|miles?|kilomet(?:er|re)s?"
    r"|met(?:er|re)s?)|sq\.? ?(?:ft|km|mi|m)\b|miles per hour|mph|km/h|kph"
    r"|kilomet(?:er|re)s?|km²|km|met(?:er|re)s?|centimet(?:er|re)s?|cm|millimet(?:er|re)s?|mm|miles?|feet|foot|ft"
    r"|inch(?:es)?|yards?"
    r"|acres?|hectares?|(?:metric )?tons?|(?:kilo|mega)?tonnes?|kilograms?|kg|lbs|ounces?|(?:hecto|kilo|mega"
    r"|giga|milli|centi)?lit(?:er|re)s?"
    r"|gallons?|barrels?|bpd|boe"
    r"|bcf|mmbtu"
    r"|degrees?(?: (?:celsius|fahrenheit|c|f)\b)?|°[CF]?|(?:kilo|mega|giga)watt(?:[- ]hours?|s)?|[KMGT]Wh?"
    r"|(?:kilo|mega|giga|tera|peta)?bytes?|[KMGTP]i?B|[KMG]?bps|[KMG]Hz|milliseconds?"
)
