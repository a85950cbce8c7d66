"""A knowledge base as tools of language models, by the Model Context Protocol; needs the extra ``server``.

`tools` are what a model can call, `quoting` how what documents say reaches it, `telling` what it is told in words and
as data; `stdio` and `over_http` are the two ways there.
"""
