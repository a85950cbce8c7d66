"""Verifying reports and responses, which are derived: what is damaged is dropped, to be made or asked anew."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from timeweave.records import Problem
from timeweave.store.failures import UNDECODABLE
from timeweave.store.report_rows import unpack_report
from timeweave.store.response_rows import unpack_response
from timeweave.store.row_digests import unlike


def check_derived(connection: sqlite3.Connection) -> Iterator[Problem]:
    """The rows that are not as they were written."""
    for number in _damaged_reports(connection):
        yield Problem("report is not as it was written", f"reports:{number}", repairable=True)
    for number in _damaged_responses(connection):
        yield Problem("response of a model is not as it was written", f"responses:{number}", repairable=True)


def drop_damaged(connection: sqlite3.Connection) -> None:
    """Delete those rows."""
    for table, damaged in (("reports", _damaged_reports(connection)), ("responses", _damaged_responses(connection))):
        numbers = json.dumps(list(damaged))
        connection.execute(f"DELETE FROM {table} WHERE number IN (SELECT value FROM json_each(?))", (numbers,))


def _damaged_reports(connection: sqlite3.Connection) -> Iterator[int]:
    unlike_signed = {number for (number,) in unlike(connection, "reports")}
    for number, *filed, packed in connection.execute("SELECT number, node, maker, inputs, packed FROM reports"):
        if number in unlike_signed:
            yield number
            continue
        try:
            report = unpack_report(packed)
        except UNDECODABLE:
            yield number
        else:
            if [report.node, report.maker, report.inputs] != filed:
                yield number


def _damaged_responses(connection: sqlite3.Connection) -> Iterator[int]:
    for number, *filed, packed in connection.execute("SELECT number, key, about, packed FROM responses"):
        try:
            key, about, _ = unpack_response(packed)
        except UNDECODABLE:
            yield number
        else:
            if [key, about] != filed:
                yield number
