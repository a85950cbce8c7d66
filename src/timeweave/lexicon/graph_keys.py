"""What graphs call the parts of a fact: the keys of edges and nodes in use, the most telling first.

Keys are compared in lower case, without what stands before the last of ``#``, ``/`` and ``:``; Wikidata's start time,
end time and point in time are P580, P582 and P585.
"""

from __future__ import annotations

FROM = (
    *("valid_from", "validfrom", "p580", "start_time", "starttime", "start_date", "startdate", "start", "from"),
    *("since", "valid_at", "hasbeginning", "begin", "begins", "begin_date", "start_year", "t_start"),
)
"""When a fact began to hold."""

UNTIL = (
    *("valid_until", "validuntil", "valid_to", "validto", "p582", "end_time", "endtime", "end_date", "enddate"),
    *("end", "until", "to", "hasend", "ends", "end_year", "t_end"),
)
"""The last time at which it held."""

AT = (
    *("p585", "point_in_time", "pointintime", "at", "date", "time", "timestamp", "year", "when", "intime"),
    *("event_date", "reference_time"),
)
"""When it happened, or held, as one time."""

RELATION = (
    *("relation", "predicate", "relationship", "relation_type", "relationship_type", "rel_type", "rel", "edge_label"),
    *("keywords", "name", "label", "type", ":type", "interaction"),
)
"""What a fact says of its two ends."""

NAME = ("name", "label", "preflabel", "title", "entity_name", "entity_id", "canonical_name", "id")
"""What a node is called."""

KIND = ("entity_type", "type", "labels", "kind", "category", "node_type", ":label")
"""What kind of thing a node is."""

OBSERVED = ("observed", "datepublished", "published", "created_at", "recorded")
"""When a source said so."""

CONFIDENCE = ("confidence", "probability", "confidence_score")
"""How sure a source is of it, from 0 to 1."""

SOURCE = ("file_path", "source_url", "provenance")
"""Who says so."""

NOTE = ("fact", "description", "summary")
"""The fact as a sentence."""

UNTELLING = (
    *("uuid", "key", ":id", "group_id", "source_id", "index", "truncate", "updated_at", "expired_at", "name_embedding"),
    *("embedding", "x", "y", "z", "r", "g", "b", "a", "color", "colour", "size", "shape", "width", "height", "weight"),
    *("degree", "rank", "pagerank", "level", "community", "cluster", "modularity_class", "human_readable_id"),
)
"""What a program keeps of a node for itself: what it is drawn and numbered by says nothing of the thing."""
