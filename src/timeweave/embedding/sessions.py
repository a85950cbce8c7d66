"""How onnxruntime is set for models that run beside other work."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import SessionOptions


def session_options(threads: int) -> SessionOptions:
    """On so many threads."""
    from onnxruntime import SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # idle threads that spin would take the cores from other workers
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
