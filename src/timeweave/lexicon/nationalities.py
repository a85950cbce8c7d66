"""What is of a nation or a part of the world is called so: words that describe, and name nothing by themselves."""

from __future__ import annotations

from timeweave.lexicon.families import words

NATIONAL = frozenset(
    words(
        """
        afghan african albanian algerian american angolan arab arabian argentine argentinian armenian asian australian
        austrian azerbaijani bahraini bangladeshi belarusian belgian bolivian bosnian brazilian british bulgarian
        burmese cambodian cameroonian canadian caribbean catalan chilean chinese colombian congolese croatian cuban
        cypriot czech danish dominican dutch ecuadorian egyptian english estonian ethiopian european filipino finnish
        french georgian german ghanaian greek guatemalan haitian honduran hungarian icelandic indian indonesian iranian
        iraqi irish israeli italian ivorian jamaican japanese jordanian kazakh kenyan korean kurdish kuwaiti lao
        latvian lebanese libyan lithuanian luxembourgish malaysian maltese mexican moldovan mongolian moroccan
        mozambican namibian nepalese nepali nicaraguan nigerian nordic norwegian omani pakistani palestinian panamanian
        paraguayan persian peruvian philippine polish portuguese qatari romanian russian rwandan salvadoran saudi
        scandinavian scottish senegalese serbian singaporean slovak slovakian slovene slovenian somali soviet spanish
        sudanese swedish swiss syrian taiwanese tanzanian thai tibetan tunisian turkish ugandan ukrainian uruguayan
        uzbek venezuelan vietnamese welsh yemeni yugoslav zambian zimbabwean
        """
    )
)
