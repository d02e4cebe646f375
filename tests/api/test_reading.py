"""Reads through the Python API: where they look, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType, Mode, Reason
from firm_memory.domain.errors import InvalidField, InvalidId, InvalidScope, UnknownType
from tests.api.conftest import Opening
from tests.api.facts import ABSENT

CONTENT = "The netting window closes at half past three."
EVERYWHERE = {
    "oms": MemoryScope(repos=("quant/oms",)),
    "gateway": MemoryScope(repos=("gateway",)),
    "execution": MemoryScope(domains=("execution",)),
    "accounting": MemoryScope(domains=("accounting",)),
    "firm": MemoryScope(firm=True),
}


@pytest.fixture
def filled(opened: Opening, checkout: Path) -> FirmMemory:
    """A memory of the checkout, whose domain is `execution`, with one approved memory per scope; titles name them."""
    (checkout / ".firm-memory.toml").write_text('domains = ["execution"]\n')
    memory = opened()
    for name, scope in EVERYWHERE.items():
        proposal = memory.propose(CONTENT, type="business_rules", scope=scope, reference="mr-1", title=name)
        memory.approvals.approve(proposal.candidate_id, approver="lead")
    return memory


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {"oms", "execution", "firm"}),
        ({"repo": "gateway"}, {"gateway", "firm"}),
        ({"domains": ["accounting"]}, {"accounting", "firm"}),
        ({"domains": []}, {"firm"}),
        ({"repo": "gateway", "domains": ["Accounting"]}, {"gateway", "accounting", "firm"}),
        ({"repo": "gateway", "domains": []}, {"gateway", "firm"}),
    ],
)
def test_explicit_arguments_replace_the_scope_of_the_checkout(
    filled: FirmMemory, asked: dict[str, object], found: set[str]
) -> None:
    """Rule: without arguments the checkout's scope; explicit ones replace it whole; an empty list is the firm only."""
    hits = filled.search("netting window", **asked)  # type: ignore[arg-type]  # a table of keywords
    assert {hit.memory.title for hit in hits} == found
    assert hits.mode is Mode.LEXICAL


def test_an_answer_tells_how_it_was_made(filled: FirmMemory) -> None:
    """Rule: `hits` is a sequence that carries mode, degraded, reason and what was withheld; a hit has its source."""
    hits = filled.search("netting window", max_tokens=160)
    assert (hits.mode, hits.degraded, hits.reason) == (Mode.LEXICAL, False, None)
    assert len(hits) + len(hits.withheld) == 3
    assert hits.withheld
    hit = hits[0]
    assert (hit.content, hit.type, hit.provenance.reference) == (CONTENT, MemoryType.BUSINESS_RULE, "mr-1")
    assert 0.3 <= hit.score <= 1
    assert (hit.status.value, hit.flags) == ("active", ())
    assert filled.get(hit.id).record is not None
    assert filled.search("  ").reason is Reason.EMPTY_QUERY
    assert filled.search("zebra").reason is Reason.NO_MATCH
    assert filled.search("netting", limit=99).reason is Reason.LIMIT_CLAMPED


def test_types_are_given_by_either_spelling(filled: FirmMemory) -> None:
    """Rule: a type is a member, its name in any case, or its wire slug."""
    for spelling in (MemoryType.BUSINESS_RULE, "business_rule", "business_rules"):
        assert len(filled.search("netting window", types=[spelling])) == 3
    assert filled.search("netting window", types=[MemoryType.BUG_FIX]).reason is Reason.NO_MATCH


@pytest.mark.parametrize(
    ("arguments", "error", "field"),
    [
        ({"query": 7}, InvalidField, "query"),
        ({"query": None}, InvalidField, "query"),
        ({"limit": "5"}, InvalidField, "limit"),
        ({"limit": True}, InvalidField, "limit"),
        ({"limit": 5.0}, InvalidField, "limit"),
        ({"types": "business_rules"}, InvalidField, "types"),
        ({"types": ["rules"]}, UnknownType, "type"),
        ({"types": [7]}, InvalidField, "type"),
        ({"repo": 7}, InvalidField, "repo"),
        ({"repo": ""}, InvalidScope, "scope.repos"),
        ({"domains": "execution"}, InvalidScope, "scope.domains"),
        ({"domains": [7]}, InvalidScope, "scope.domains"),
        ({"paths": "src/oms.py"}, InvalidField, "paths"),
        ({"paths": [None]}, InvalidField, "paths"),
        ({"task": 7}, InvalidField, "task"),
        ({"max_tokens": "many"}, InvalidField, "max_tokens"),
    ],
)
def test_a_wrong_type_is_a_usage_error(
    memory: FirmMemory, arguments: dict[str, object], error: type[InvalidField], field: str
) -> None:
    """Rule: wrong types are refused by the name of the argument, also where Python would take a text for a list."""
    with pytest.raises(error) as raised:
        memory.search(**{"query": "netting", **arguments})  # type: ignore[arg-type]  # untyped callers are the subject
    assert raised.value.field == field


@pytest.mark.parametrize("given", ["not-an-id", "", None, 7])
def test_what_is_no_id_is_refused(memory: FirmMemory, given: object) -> None:
    """Rule: an id is a UUID or its text; anything else is a usage error, and no read is made of it."""
    with pytest.raises(InvalidId):
        memory.get(given)  # type: ignore[arg-type]  # untyped callers are the subject
    assert memory.get(ABSENT).label.reason is Reason.NO_MATCH


def test_a_memory_out_of_scope_is_told_apart_from_an_absent_one(filled: FirmMemory) -> None:
    """Rule: `get` has search's visibility; out of it there is no content, and the answer says so."""
    [foreign] = [hit for hit in filled.search("netting", repo="gateway") if hit.memory.title == "gateway"]
    dossier = filled.get(foreign.id)
    assert (dossier.record, dossier.label.reason) == (None, Reason.OUTSIDE_SCOPE)
    assert filled.get(foreign.id, repo="gateway").record is not None


def test_warm_loads_everything_before_the_first_question(opened: Opening) -> None:
    """Rule: after `warm` nothing is warming up; what is broken is left to the reads to tell."""
    memory = opened()
    memory.warm()
    assert memory.container.store().deferred.ready()
    assert memory.container.records().deferred.ready()
    assert memory.container.embedder().ready()
    broken = opened(FIRM_MEMORY_EMBEDDER="missing", FIRM_MEMORY_PROVIDER="missing")
    broken.warm()
    assert broken.search("netting").reason is Reason.CONFIG
