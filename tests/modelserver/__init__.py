"""A model for tests: an OpenAI-compatible server that answers by rules, and goes wrong on request.

    with TestEndpoint() as endpoint:
        endpoint.misbehave(Fault.RATE_LIMITED, times=2, retry_after=0.1)
        kb = timeweave.open(path, llm="openai:rules", llm_url=endpoint.url)

``python -m modelserver --port 8000`` serves it to other programs.
"""

from modelserver.conversation import Request
from modelserver.endpoint import TestEndpoint
from modelserver.misbehaving import Fault, Misbehaviour, Tampered
from modelserver.recorded import Call

__all__ = ["Call", "Fault", "Misbehaviour", "Request", "Tampered", "TestEndpoint"]
