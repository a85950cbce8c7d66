"""Who speaks in a conversation: labels that name nobody, labels that are no speakers, forms of address, short names."""

from __future__ import annotations

from timeweave.lexicon.families import words

ASKING = words("q question interviewer host moderator reporter")
"""Labels of who asks in an interview."""

ANSWERING = words("a answer interviewee guest respondent")
"""Labels of who is asked."""

ROLES = (
    *ASKING,
    *ANSWERING,
    *words(
        "speaker participant witness operator analyst audience caller narrator voice user assistant agent "
        "customer client support system bot unknown unidentified male female man woman chair chairman "
        "chairwoman chairperson court clerk judge president mayor secretary mod all both everyone crowd team "
        "me you us i we counsel examiner attorney"
    ),
)
"""Labels that say in which part somebody speaks, and do not name him."""

PARTS = (*ASKING, *ANSWERING, *words("user assistant human ai you chatgpt claude gemini copilot"))
"""Parts in which somebody speaks that a heading names alone."""

NO_SPEAKERS = words(
    "info error warn warning debug trace fatal critical notice note notes tip tips hint caution important "
    "update edit source sources from to cc bcc subject date sent received reply-to re fwd author authors "
    "title name email e-mail phone tel fax address website url link contact contacts media status state "
    "priority type category tags tag version id key value input output example examples problem solution "
    "solutions result results conclusion summary abstract background method methods objective pros cons "
    "rating price cost total subtotal ingredients directions instructions serves yield prep cook step "
    "time duration location venue place where when what why how who before after day week month year "
    "morning afternoon evening monday tuesday wednesday thursday friday saturday sunday figure table "
    "chapter section part page line item items action actions decision decisions owner due agenda "
    "attendees present apologies minutes motion vote todo done added changed fixed removed deprecated "
    "commit merge signed-off-by co-authored-by reviewed-by description details reason cause effect impact "
    "severity strength strengths weakness weaknesses advantage advantages disadvantage disadvantages myth "
    "fact facts claim verdict correction definition synonym synonyms language country city age gender "
    "born died genre director cast plot score size color colour weight material brand model sku quantity "
    "qty start end begin finish high low open close min max http https step steps goal goals task tasks "
    "risk risks issue issues fix workaround environment expected actual severity breaking feature "
    "features am pm noon pro con alert alerts resolved investigating identified monitoring investigation mitigation "
    "detection resolution talk talks break breaks lunch dinner coffee workshop workshops opening closing keynote "
    "registration welcome session sessions panel deployed scheduled"
)
"""Words before a colon that head a field, a line of a log or a remark."""

CONTRIBUTING = words("commented replied posted answered wrote said")
"""What somebody did whose words stand below: "ann commented on 10 May 2021"."""

CONTRIBUTIONS = words("comment reply answer post message note")
"""What they are called: "Comment by ann on 10 May 2021"."""

ADDRESS = words(
    "mr mrs ms miss dr sir madam senator representative congressman congresswoman commissioner "
    "councilmember councilor councillor chairman chairwoman chair judge justice professor prof mayor the "
    "hon honorable"
)
"""What stands before a name in the label of a hearing."""

GREETINGS = words(
    "hey hi hello thanks thank dear morning bye goodbye congrats congratulations sorry ok okay yes no well"
    " so and but oh wow welcome right sure great agreed please"
)
"""Words after which a name is of the one who is spoken to."""

SHORT_NAMES = {
    "abby": words("abigail"),
    "alex": words("alexander alexandra"),
    "andy": words("andrew"),
    "becky": words("rebecca"),
    "ben": words("benjamin"),
    "beth": words("elizabeth"),
    "betty": words("elizabeth"),
    "bill": words("william"),
    "bob": words("robert"),
    "bobby": words("robert"),
    "charlie": words("charles charlotte"),
    "chuck": words("charles"),
    "cindy": words("cynthia"),
    "dave": words("david"),
    "deb": words("deborah"),
    "debbie": words("deborah"),
    "dick": words("richard"),
    "ed": words("edward edgar"),
    "fred": words("frederick"),
    "greg": words("gregory"),
    "hank": words("henry"),
    "harry": words("henry harold"),
    "jack": words("john"),
    "jake": words("jacob"),
    "jenny": words("jennifer"),
    "jim": words("james"),
    "jimmy": words("james"),
    "joe": words("joseph"),
    "johnny": words("john"),
    "jon": words("jonathan"),
    "kate": words("katherine kathryn"),
    "kathy": words("katherine kathleen"),
    "katie": words("katherine kathryn"),
    "larry": words("lawrence"),
    "liz": words("elizabeth"),
    "lizzie": words("elizabeth"),
    "maggie": words("margaret"),
    "matt": words("matthew"),
    "meg": words("margaret megan"),
    "mike": words("michael"),
    "molly": words("mary"),
    "nate": words("nathan nathaniel"),
    "ned": words("edward"),
    "nick": words("nicholas"),
    "peggy": words("margaret"),
    "pat": words("patrick patricia"),
    "rick": words("richard"),
    "rob": words("robert"),
    "ron": words("ronald"),
    "sally": words("sarah"),
    "sam": words("samuel samantha"),
    "steve": words("steven stephen"),
    "sue": words("susan"),
    "ted": words("edward theodore"),
    "tom": words("thomas"),
    "tony": words("anthony"),
    "will": words("william"),
}
"""What a short first name is short for, where it is not how the long one begins."""
