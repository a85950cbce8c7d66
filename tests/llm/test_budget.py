"""No budget is exceeded, however many calls are made at once."""

from __future__ import annotations

import threading

import pytest
from asks import ABOUT, Times, about, asks
from modelserver import Fault

from timeweave.errors import BudgetError
from timeweave.llm.budget import Amount, Budget
from timeweave.llm.limits import Stopped

NEVER = threading.Event()


def tokens(calls) -> int:
    """What the server counted."""
    return sum(call.prompt_tokens + call.completion_tokens for call in calls)


def test_calls_at_once_do_not_exceed_a_budget_together(endpoint, make_client, store):
    """Eight at a time stop before the bound, by the server's own count; what was answered is kept."""
    endpoint.misbehave(Fault.SLOW, times=None, seconds=0.01)
    budget = Budget(tokens=4000)
    client = make_client(budget=budget, limits={"concurrency": 8}, max_tokens=200)
    values = list(client.ask_all(asks(60)))
    answered = [value for value in values if isinstance(value, Times)]
    assert all(isinstance(value, Times | BudgetError) for value in values)
    assert 3 < len(answered) < 60
    assert tokens(endpoint.calls) <= 4000
    assert len(endpoint.calls) == len(answered)
    later = make_client(max_tokens=200)
    assert sum(later.estimate(ask.filled, Times).cached for ask in asks(60)) == len(answered)


def test_repairs_count_against_the_budget(endpoint, make_client):
    """A model that never says anything usable cannot spend more than allowed on repairs."""
    endpoint.misbehave(Fault.MALFORMED, times=None)
    client = make_client(budget=Budget(tokens=700), limits={"repairs": 50}, max_tokens=100)
    with pytest.raises(BudgetError, match="of the budget of 700 are left"):
        client.ask(about(1969), Times, ABOUT)
    assert 0 < tokens(endpoint.calls) <= 700


def test_a_budget_too_small_for_one_call_makes_none(endpoint, make_client):
    """The bound is checked before the call, and kept responses are free."""
    make_client().ask(about(1969), Times, ABOUT)
    endpoint.forget()
    client = make_client(budget=Budget(tokens=10))
    assert client.ask(about(1969), Times, ABOUT)
    with pytest.raises(BudgetError):
        client.ask(about(1970), Times, ABOUT)
    assert endpoint.calls == ()


def test_a_budget_is_shared_by_clients(endpoint, make_client):
    """What one client spends the other cannot."""
    budget = Budget(tokens=1300)
    make_client(budget=budget, max_tokens=400).ask(about(1969), Times, ABOUT)
    with pytest.raises(BudgetError):
        make_client(budget=budget, max_tokens=1200).ask(about(1970), Times, ABOUT)


def test_dollars_are_bounded_as_tokens_are():
    """The price that is set aside counts until it is settled, then the true one."""
    budget = Budget(usd=0.10)
    budget.reserve(Amount(1000, 0.06), NEVER)
    budget.settle(Amount(1000, 0.06), Amount(500, 0.03))
    budget.reserve(Amount(1000, 0.06), NEVER)
    budget.settle(Amount(1000, 0.06), Amount(900, 0.05))
    with pytest.raises(BudgetError, match=r"may cost \$0.0600 and \$0.0200 of the budget of \$0.10"):
        budget.reserve(Amount(1000, 0.06), NEVER)


def test_a_call_waits_for_what_others_give_back():
    """What does not fit only because of others under way is not refused: it waits until they settle."""
    budget = Budget(tokens=100)
    budget.reserve(Amount(80), NEVER)
    got: list[str] = []

    def second() -> None:
        budget.reserve(Amount(80), NEVER)
        got.append("room")

    waiting = threading.Thread(target=second)
    waiting.start()
    assert got == []
    budget.settle(Amount(80), Amount(10))
    waiting.join(timeout=120)
    assert got == ["room"]


def test_one_who_waits_can_be_stopped():
    """An abandoned call does not wait for room."""
    budget, stop = Budget(tokens=100), threading.Event()
    budget.reserve(Amount(80), NEVER)
    stopped: list[bool] = []

    def second() -> None:
        try:
            budget.reserve(Amount(80), stop)
        except Stopped:
            stopped.append(True)

    waiting = threading.Thread(target=second)
    waiting.start()
    stop.set()
    budget.wake()
    waiting.join(timeout=120)
    assert stopped == [True]
