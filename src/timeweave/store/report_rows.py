"""Reports of time nodes as stored (TG-06), by node, maker and inputs; of each maker at most one is fresh (TG-07)."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import asdict

from timeweave.records import DocumentId, DocumentVersion, FactId, Report, ReportSentence, ReportVersion
from timeweave.store.failures import UNDECODABLE
from timeweave.store.packing import unpacked
from timeweave.store.row_digests import sign


def pack_report(report: Report) -> bytes:
    """A report in one piece; zlib's checksum guards it."""
    return zlib.compress(json.dumps(asdict(report)).encode(), 6)


def unpack_report(packed: bytes) -> Report:
    """The inverse of `pack_report`."""
    held = json.loads(unpacked(packed))
    return Report(
        node=held["node"],
        made_by=held["made_by"],
        prompt=held["prompt"],
        inputs=held["inputs"],
        sentences=tuple(
            ReportSentence(s["text"], tuple(map(FactId, s["facts"])), s.get("section", "")) for s in held["sentences"]
        ),
        counts=tuple((name, number) for name, number in held["counts"]),
        prominent=tuple((name, number) for name, number in held["prominent"]),
        documents=tuple(DocumentVersion(DocumentId(d["id"]), d["digest"]) for d in held["documents"]),
        children=tuple(ReportVersion(c["node"], c["digest"]) for c in held["children"]),
    )


def keep_report(connection: sqlite3.Connection, report: Report, *, read_at: int, is_current: bool) -> None:
    """Keep a report that was made from the state of sequence ``read_at``, unless a version was erased since: the
    report may hold what must be gone.
    """
    (erased,) = connection.execute("SELECT erased FROM state").fetchone()
    if erased > read_at:
        return
    fresh = is_current and not _is_stale(connection, report.node, read_at)
    if fresh:
        make_stale(connection, [report.node], maker=report.maker)
    connection.execute(
        "INSERT INTO reports (node, maker, inputs, fresh, packed) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (node, maker, inputs) DO UPDATE SET packed = excluded.packed, fresh = max(fresh, excluded.fresh)",
        (report.node, report.maker, report.inputs, fresh, pack_report(report)),
    )
    filed = (report.node, report.maker, report.inputs)
    sign(connection, "reports", "node = ? AND maker = ? AND inputs = ?", filed)


def make_stale(connection: sqlite3.Connection, nodes: Iterable[str], *, maker: str | None = None) -> None:
    """No report of these nodes is fresh any more, of ``maker`` where given."""
    concerned = "fresh AND node IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR maker = ?2)"
    values = (json.dumps(list(nodes)), maker)
    numbers = json.dumps([n for (n,) in connection.execute(f"SELECT number FROM reports WHERE {concerned}", values)])
    among = "number IN (SELECT value FROM json_each(?))"
    connection.execute(f"UPDATE reports SET fresh = 0 WHERE {among}", (numbers,))
    sign(connection, "reports", among, (numbers,))


def read_fresh_report(connection: sqlite3.Connection, node: str, maker: str) -> Report | None:
    """The report of a node by a maker that no change has made stale."""
    return _read(connection, "fresh", (node, maker))


def read_report(connection: sqlite3.Connection, node: str, maker: str, inputs: str) -> Report | None:
    """The report of a node that a maker made from these inputs."""
    return _read(connection, "inputs = ?", (node, maker, inputs))


def _read(connection: sqlite3.Connection, condition: str, values: tuple[str, ...]) -> Report | None:
    query = f"SELECT packed FROM reports WHERE node = ? AND maker = ? AND {condition}"
    found = connection.execute(query, values).fetchone()
    try:
        return unpack_report(found[0]) if found else None
    except UNDECODABLE:
        return None  # a damaged one is made anew


def _is_stale(connection: sqlite3.Connection, node: str, read_at: int) -> bool:
    query = "SELECT 1 FROM changes c, json_each(c.stale_nodes) n WHERE c.sequence > ? AND n.value = ? LIMIT 1"
    return connection.execute(query, (read_at, node)).fetchone() is not None
