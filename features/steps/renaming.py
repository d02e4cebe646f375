"""Renaming a repository."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.propose import Proposal
from firm_memory.domain.errors import WriteFailed
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import REFERENCE, Firm


@given(parsers.parse('the candidate "{content}" for the repository "{repo}"'))
def candidate_for_repo(firm: Firm, content: str, repo: str) -> None:
    firm.propose(content, MemoryScope(repos=(repo,)))


@given(parsers.parse('the admin "{name}" has renamed the repository "{old}" to "{new}"'))
def has_renamed(firm: Firm, name: str, old: str, new: str) -> None:
    firm.at(old, name).rename_repo(old, new)


@given(parsers.parse('the store fails while the admin "{name}" renames the repository "{old}" to "{new}"'))
def renames_without_store(firm: Firm, name: str, old: str, new: str) -> None:
    firm.store.mode = "drops"
    renames(firm, name, old, new)
    firm.store.mode = "up"
    assert isinstance(firm.error, WriteFailed)


@when(parsers.parse('the admin "{name}" renames the repository "{old}" to "{new}"'))
def renames(firm: Firm, name: str, old: str, new: str) -> None:
    firm.attempt(lambda: firm.at(old, name).rename_repo(old, new))


@when(parsers.parse('the agent renames the repository "{old}" to "{new}"'))
def agent_renames(firm: Firm, old: str, new: str) -> None:
    firm.attempt(lambda: firm.at(old).rename_repo(old, new))


@when(parsers.parse('the agent proposes "{content}" for the repository "{repo}"'))
def agent_proposes_for(firm: Firm, content: str, repo: str) -> None:
    scope = MemoryScope(repos=(repo,))
    firm.attempt(lambda: firm.at("oms").propose(content, type=MemoryType.TERMINOLOGY, scope=scope, reference=REFERENCE))


@then(parsers.parse('the proposal warns of "{words}"'))
def warns(firm: Firm, words: str) -> None:
    assert isinstance(firm.outcome, Proposal)
    assert any(words in notice.why for notice in firm.outcome.notices)


@then(parsers.parse('the renaming fails, naming "{word}"'))
def fails(firm: Firm, word: str) -> None:
    assert firm.error is not None, firm.outcome
    assert word in str(firm.error)
