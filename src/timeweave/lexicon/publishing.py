"""The words by which documents say when they appeared, who wrote them and what they are about: keys of front matter,
headers of mail, labels of a date line, kinds of documents that are dated in their title.

Keys are compared in lower case without spaces, hyphens and underscores: "publishDate" and "publish_date" are one.
"""

from __future__ import annotations

from timeweave.lexicon.families import words

PUBLISHED_KEYS = words(
    """
    date published publishdate publisheddate publishedat publishedon publishedtime publishtime pubdate pubdatetime
    publicationdate publicationtime datepublished datepublish firstpublished posted postdate postedon postedat
    dateposted issued issuedate dateissued released releasedate datereleased sent sentat senton datetime created
    createdat createdon createddate creationdate datecreated createdutc timestamp
    """
)
"""When a document appeared, most telling first."""

PUBLISHED_ENDINGS = ("publishedat", "publishedon", "publisheddate", "publicationdate", "datepublished")
"""How further keys end that say it."""

UPDATED_KEYS = words(
    """
    updated updatedat updatedon updatedate dateupdated lastupdated lastupdate lastmod lastmodified lastmodifiedat
    modified modifiedat modifieddate datemodified revised revisiondate reviewed
    """
)
"""When it was last changed, which dates a document that says nothing else."""

ADDRESS_KEYS = words("path url permalink slug link aliases alias redirectfrom canonical canonicalurl")
"""Where a document stands on its site, which may hold a date."""

TITLE_KEYS = ("title", "headline", "subject")
AUTHOR_KEYS = ("author", "authors", "by", "byline", "writer", "creator", "from")
SPEAKER_KEYS = words(
    """
    speaker speakers presenter presenters lecturer lecturers interviewee interviewees guest guests host hosts panelists
    """
)
"""Whose words a talk, an interview or an episode is."""

NAME_KEYS = ("name", "fullname", "displayname", "title", "nick", "email")
"""Under which an author who is given as an object is named."""

STANDFIRST_KEYS = words(
    """
    subtitle subheadline subheading subhead deck dek kicker standfirst lede lead teaser tagline summary abstract excerpt
    description synopsis blurb preface intro introduction tldr
    """
)
"""What a page says of its text below the title, in the order in which it stands there."""

OFFICE_KEYS = words("role roles jobtitle job position occupation title")
"""Under which the office of an author who is given as an object stands."""

TAG_KEYS = ("tags", "tag", "keywords", "categories", "category")
LANGUAGE_KEYS = ("language", "lang", "locale")
SECTION_KEYS = ("extra", "params", "taxonomies", "meta")
"""Parts of front matter in which sites keep fields of their own."""

MAIL_KEYS = frozenset(
    words(
        """
        from to cc bcc subject date sent replyto inreplyto messageid references sender received returnpath mimeversion
        contenttype contenttransferencoding deliveredto xmailer useragent importance priority attachments listid
        listunsubscribe authenticationresults dkimsignature organization
        """
    )
)
HEADER_KEYS = frozenset(
    (
        *PUBLISHED_KEYS, *UPDATED_KEYS, *ADDRESS_KEYS, *TITLE_KEYS, *AUTHOR_KEYS, *TAG_KEYS, *LANGUAGE_KEYS,
        *MAIL_KEYS, "summary", "description", "excerpt", "status", "template", "subtitle", "copyright", "source",
        "layout", "draft", "series", "image", "id", "entities", "period", "email", "affiliation", "version", "css",
    )
)  # fmt: skip
"""What a block of "Key: value" lines at the top of a text is told by: MultiMarkdown, Pelican, saved mail."""

DATE_LABELS = (
    "date", "dated", "date of publication", "publication date", "published", "date published", "first published",
    "posted", "date posted", "issued", "date issued", "issue date", "released", "release date", "meeting date",
    "date of meeting", "date of the meeting", "meeting held", "held", "sent", "created", "written", "filed",
    "for immediate release", "for release", "embargoed until", "date of report",
)  # fmt: skip
"""What stands before the date on a line that gives the date of what follows."""

DATED_KINDS = (
    "minutes", "meeting", "agenda", "newsletter", "bulletin", "memo", "memorandum", "press release", "news release",
    "statement", "letter", "notes", "log", "logbook", "journal", "diary", "digest", "briefing", "standup", "stand-up",
    "retrospective", "retro", "transcript", "proceedings", "circular", "notice", "dispatch", "status report",
    "status update", "weekly update", "weekly report", "daily report", "monthly report", "weekly", "sync", "call",
    "session", "hearing", "conference call",
)  # fmt: skip
"""Documents whose title bears the day on which they were written or held."""

UNSHOWN = frozenset(
    words(
        """
        layout template permalink draft drafts weight toc comment comments commenting share sharing feature featured
        image images img thumb thumbnail cover banner hero logo icon photo photos gallery picture poster screenshot css
        js script scripts class classes style stylesheet math katex mathjax mermaid id uuid guid slug url urls uri link
        links href lang locale menu menus nav navigation sidebar breadcrumb breadcrumbs parent order position pin pinned
        sticky robots sitemap canonical redirect alias aliases seo og twitter facebook social tweet mastodon instagram
        hide show hidden visible license licence copyright rights header headers footer color colour theme type kind
        output outputs format bibliography csl engine rmd hash sha commit checksum digest doi isbn wordpress tumblr
        disqus discourse topicid translation translationkey key keyword audio video youtube vimeo embed width height
        size crosspost crossposts syndication feed rss atom password private search noindex index indexed cascade build
        markup resources resource cache encoding charset fetched crawled generated scraped imported exported archive
        etag mathml autonumber numbering pagination paginate paginator per page prev next github git edit editable
        avatar gravatar email site domain canonicalurl publish post posts content body text file files path
        folder filename extension widget widgets analytics tracking ads ad wip debug depth level
        timezone modified amp plugin plugins highlight linenos fontsize geometry documentclass
        """
    )
)
"""Words of keys of front matter that are for the program that makes a page, or are shown as links and pictures."""

OF_THE_PAGE = frozenset(words("time date day month year source text id name"))
"""Keys that say of a page what is said elsewhere, where they are a key's only word."""
