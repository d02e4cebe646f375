"""Components of a checkout, and asking while touching code."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.domain.provenance import Anchor
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import REFERENCE, Firm
from firm_memory.features.steps.knowing import OMS


@given(parsers.parse('"{repo}" declares the component "{name}" as "{one}" and "{other}"'))
def declares(firm: Firm, repo: str, name: str, one: str, other: str) -> None:
    firm.components[repo] = {one: name, other: name}


@given(parsers.parse('an approved memory "{content}" anchored at "{path}"'))
def approved_at(firm: Firm, content: str, path: str) -> None:
    proposal = firm.at("oms").propose(
        content,
        type=MemoryType.TERMINOLOGY,
        scope=OMS,
        reference=REFERENCE,
        anchors=[Anchor(repo="oms", path=path)],
    )
    assert proposal.candidate_id, proposal.decision.reason
    firm.desk.approve(proposal.candidate_id, approver="lead")


@when(parsers.parse('"{repo}" asks "{query}" while touching "{path}"'))
def asks_touching(firm: Firm, repo: str, query: str, path: str) -> None:
    firm.asked = firm.at(repo).search(query, paths=[path])
    firm.outcome = [(hit.id, hit.score) for hit in firm.at(repo).search(query)]


@then(parsers.parse('"{words}" stands first of {count:d}'))
def stands_first(firm: Firm, words: str, count: int) -> None:
    assert firm.asked is not None
    assert firm.asked[0].content == words
    assert len(firm.asked) == count


@then("it is answered as without a path")
def as_without(firm: Firm) -> None:
    assert firm.asked is not None
    assert [(hit.id, hit.score) for hit in firm.asked] == firm.outcome
    assert len(firm.asked) == 2
