"""The words by which documents say when they appeared, who wrote them and what they are about: keys of front matter,
headers of mail, labels of a date line, kinds of documents that are dated in their title.

Keys are compared in lower case without spaces, hyphens and underscores: "publishDate" and "publish_date" are one.
"""

from __future__ import annotations

from timeweave.lexicon.families import phrases, words

PUBLISHED_KEYS = words(
    """
    date published publishdate publisheddate publishedat publishedon publishedtime publishtime pubdate pubdatetime
    publicationdate publicationtime datepublished datepublish firstpublished posted postdate postedon postedat
    dateposted issued issuedate dateissued released releasedate datereleased sent sentat senton datetime created
    createdat createdon createddate creationdate datecreated createdutc timestamp letterdate datewritten
    writtenon recordingdate recordedon daterecorded
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

HELD_KEYS = words(
    "eventdate meetingdate dateofmeeting dateheld talkdate sessiondate episodedate airdate broadcastdate startdate"
    " startsat starttime start starts beginsat held heldon when time dtstart"
)
"""When what a document announces takes place, which dates the notice of an event that says nothing else."""

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
    "for immediate release", "for release", "embargoed until", "date of report", "recorded", "recording date", "aired",
    "air date", "start date", "when", "assigned", "date & time", "date and time",
)  # fmt: skip
"""What stands before the date on a line that gives the date of what follows."""

DATED_KINDS = (
    "minutes", "meeting", "agenda", "newsletter", "bulletin", "memo", "memorandum", "press release", "news release",
    "statement", "letter", "notes", "log", "logbook", "journal", "diary", "digest", "briefing", "standup", "stand-up",
    "retrospective", "retro", "transcript", "proceedings", "circular", "notice", "dispatch", "status report",
    "status update", "weekly update", "weekly report", "daily report", "monthly report", "weekly", "sync", "call",
    "session", "hearing", "conference call", "teleconference",
)  # fmt: skip
"""Documents whose title bears the day on which they were written or held."""

DATED_RECORDS = (
    "minutes", "notes", "agenda", "newsletter", "bulletin", "digest", "journal", "diary", "log", "transcript",
    "circular", "roundup", "round-up", "recap", "monthly update", "monthly report", "status update", "status report",
    "progress report", "news",
)  # fmt: skip
"""Those of them that are of the time which their title names and of no other."""

MADE_ON = words("recorded filmed taped aired broadcast")
"""What is said of a recording before the day on which it was made."""

UNSHOWN_KEYS = frozenset(
    words(
        """
        layout template draft drafts weight toc comment comments share sharing featured css js script class style
        type kind format order pin pinned sticky robots sitemap hide show hidden visible license licence copyright
        id uuid guid key hash sha commit doi isbn topicid translationkey size width height output outputs build
        cascade resources private indexed search noindex math katex mathjax mermaid markup encoding charset amp
        plugins highlight fiscalyearstart geometry documentclass mainfont sansfont monofont fontsize linestretch csl
        bibliography engine editor jupyter kernel execute wordcount readingtime readtime minutes pagetitle
        lastmodifierdisplayname publish posts content body text file name time date day month year source per page
        prev next widgets ads wip debug test password secret token parent grandparent breadcrumb breadcrumbs sidebar
        navigation menu menus syndication crossposts etag pagination subject
        """
    )
)
"""Keys of front matter that are for the program that makes a page, or say what is said elsewhere."""

UNSHOWN_BEGINNINGS = frozenset(
    words(
        """
        og twitter facebook mastodon social seo meta image images img thumb thumbnail hero cover banner logo icon
        photo gallery header footer feature featured nav menu toc css js html pdf math disable enable is has hide
        show no redirect canonical rmd wordpress tumblr disqus discourse github comment comments google analytics
        share docs
        """
    )
)
UNSHOWN_ENDINGS = frozenset(
    words(
        """
        url urls uri link links href id ids uuid guid slug path paths file files filename image images img alt
        caption thumb thumbnail logo icon icons avatar photo photos css js class classes hash sha digest token key
        secret password layout template enabled disabled order weight color colour width height font html json xml
        feed fetched crawled generated permalink alias aliases redirect embed toc parent theme
        """
    )
)
"""First and last words of such keys: "og_title", "feature_image", "author_url"."""

INVITATIONS = phrases(
    """
    advertisement, advertisements, story continues below, article continues below, story continues below advertisement,
    scroll to continue, scroll to continue reading, continue reading below, sign up for our newsletter,
    sign up to our newsletter, subscribe to our newsletter, subscribe to our mailing list, share this article,
    share this post, share this story, share this page, email this article, print this article, print this page,
    follow us on, like us on, back to top, skip to content, skip to main content, jump to navigation,
    please enable javascript, this site uses cookies, we use cookies
    """
)
"""What a site puts between the paragraphs of a page, in a paragraph that says nothing else."""

SOCIAL = words("facebook twitter x instagram linkedin youtube mastodon bluesky whatsapp telegram rss email")
"""Where a site is followed and its pages are shared."""
