"""A model for tests: an OpenAI-compatible server that answers by rules, and goes wrong on request.

    with TestEndpoint() as endpoint:
        endpoint.misbehave(Fault.RATE_LIMITED, times=2, retry_after=0.1)
        kb = timeweave.open(path, llm="openai:rules", llm_url=endpoint.url)

``python -m timeweave.llm.testing --port 8000`` serves it to other programs.
"""

from timeweave.llm.testing.conversation import Request
from timeweave.llm.testing.endpoint import TestEndpoint
from timeweave.llm.testing.misbehaving import Fault, Misbehaviour, Tampered
from timeweave.llm.testing.recorded import Call

__all__ = ["Call", "Fault", "Misbehaviour", "Request", "Tampered", "TestEndpoint"]
