"""A client of `timeweave serve`, with the verbs of the facade; needs the extra ``client``.

from timeweave.client import AsyncClient

async with AsyncClient("http://127.0.0.1:8321", token="tw_…") as client:
    await client.add("docs/report.pdf")
    print((await client.ask("Who was chief executive in 2023?"))["answer"])

What it gives are the JSON objects of the API, typed in `shapes`; what it raises is in `timeweave.errors`.
"""

from timeweave.client.client import AsyncClient

__all__ = ["AsyncClient"]
