"""Names of languages by their ISO 639-1 codes, and the words by which English is told from them."""

from __future__ import annotations

from timeweave.lexicon.families import words

_NAMES = words(
    """
    af:Afrikaans am:Amharic an:Aragonese ar:Arabic as:Assamese az:Azerbaijani be:Belarusian bg:Bulgarian bn:Bengali
    br:Breton bs:Bosnian ca:Catalan cs:Czech cy:Welsh da:Danish de:German dz:Dzongkha el:Greek en:English eo:Esperanto
    es:Spanish et:Estonian eu:Basque fa:Persian fi:Finnish fo:Faroese fr:French ga:Irish gl:Galician gu:Gujarati
    he:Hebrew hi:Hindi hr:Croatian ht:Haitian hu:Hungarian hy:Armenian id:Indonesian is:Icelandic it:Italian
    ja:Japanese jv:Javanese ka:Georgian kk:Kazakh km:Khmer kn:Kannada ko:Korean ku:Kurdish ky:Kyrgyz la:Latin
    lb:Luxembourgish lo:Lao lt:Lithuanian lv:Latvian mg:Malagasy mk:Macedonian ml:Malayalam mn:Mongolian mr:Marathi
    ms:Malay mt:Maltese nb:Norwegian ne:Nepali nl:Dutch nn:Norwegian no:Norwegian oc:Occitan or:Odia pa:Punjabi
    pl:Polish ps:Pashto pt:Portuguese qu:Quechua ro:Romanian ru:Russian rw:Kinyarwanda se:Sami si:Sinhala sk:Slovak
    sl:Slovenian sq:Albanian sr:Serbian sv:Swedish sw:Swahili ta:Tamil te:Telugu th:Thai tl:Tagalog tr:Turkish
    ug:Uyghur uk:Ukrainian ur:Urdu vi:Vietnamese vo:Volapük wa:Walloon xh:Xhosa yi:Yiddish zh:Chinese zu:Zulu
    """
)
LANGUAGE_NAMES = dict(pair.split(":") for pair in _NAMES)

ENGLISH_WORDS = frozenset(
    words(
        """
        the of and to is that with for by from this are it have had has were which be but not they their his you what
        who when where how did does been would will there our we he she its than these those after before between
        during if or at on about into over under only also other more most any some such all can could should may
        """
    )
)
"""Words that hardly an English paragraph does without, and that other languages have few of."""
