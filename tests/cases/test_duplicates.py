"""Duplicates: what is sent twice, what says the opposite, and the same words elsewhere."""

from __future__ import annotations

from firm_memory import MemoryScope, MemoryType
from firm_memory.application.propose import Proposal
from firm_memory.features.firm import Firm
from tests.cases.notation import given

OMS = MemoryScope(repos=("oms",))


def _proposed(firm: Firm, content: str, scope: MemoryScope) -> Proposal:
    return firm.at("oms").propose(content, type=MemoryType.CONVENTION, scope=scope, reference="mr-8")


def test_bug_duplicates_01_same_proposal_sent_twice(firm: Firm) -> None:
    """The second call meets its own candidate, by the same id.

    The specification asks for no field `duplicate_of`: the id is the candidate's own, and the decision says so.
    """
    case = given("bug-duplicates-01")["twice"]
    scope = MemoryScope.from_mapping(case["scope"])
    first, again = (
        firm.at("oms").propose(case["content"], type=case["type"], scope=scope, reference=case["reference"])
        for _ in range(2)
    )
    assert first.accepted
    assert again.accepted
    assert first.candidate_id == again.candidate_id
    assert again.decision.reason == "known already, proposed"
    assert [record.id for record in firm.desk.pending()] == [first.candidate_id]


def test_bug_duplicates_03_negation_is_not_a_duplicate(firm: Firm) -> None:
    """Two candidates, shown beside each other as rivals; nothing is merged or overwritten."""
    first, second = (_proposed(firm, content, OMS) for content in given("bug-duplicates-03")["pair"])
    assert [(each.id, each.kind.value) for each in second.similar] == [(first.candidate_id, "rival")]
    waiting = firm.desk.pending()
    assert [record.id for record in waiting] == [first.candidate_id, second.candidate_id]
    assert [each.id for each in firm.desk.beside(waiting[0]).similar] == [second.candidate_id]


def test_bug_duplicates_05_same_text_other_scope(firm: Firm) -> None:
    """Offered as a widening of the first; a person decides, and nothing is dropped."""
    case = given("bug-duplicates-05")
    one, other = (MemoryScope.from_mapping(scope) for scope in case["scopes"])
    first, second = _proposed(firm, case["content"], one), _proposed(firm, case["content"], other)
    assert first.candidate_id != second.candidate_id
    assert [(each.id, each.kind.value) for each in second.similar] == [(first.candidate_id, "widening")]
    assert len(firm.desk.pending()) == 2
