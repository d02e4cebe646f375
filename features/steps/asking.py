"""Asking, and what comes back."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.domain.label import NOTE, Mode
from firm_memory.features.firm import Firm


@given(parsers.parse('the repository "{repo}" of the domain "{domain}"'))
def a_repository(firm: Firm, repo: str, domain: str) -> None:
    firm.domains[repo] = (domain,)


@when(parsers.parse('"{repo}" asks "{query}"'))
def asks(firm: Firm, repo: str, query: str) -> None:
    firm.asked = firm.at(repo).search(query)


@when(parsers.parse('someone outside any repository asks "{query}"'))
def asks_outside(firm: Firm, query: str) -> None:
    firm.asked = firm.at(None).search(query)


@when(parsers.parse('"{repo}" asks "{query}" about the repository "{other}"'))
def asks_about(firm: Firm, repo: str, query: str, other: str) -> None:
    firm.asked = firm.at(repo).search(query, repo=other)


@when(parsers.parse('"{repo}" asks "{query}" about no domain at all'))
def asks_about_nothing(firm: Firm, repo: str, query: str) -> None:
    firm.asked = firm.at(repo).search(query, domains=[])


@when(parsers.parse('each repository asks "{query}"'))
def each_asks(firm: Firm, query: str) -> None:
    firm.outcome = [[hit.id for hit in firm.at(repo).search(query)] for repo in firm.domains]


@when(parsers.parse('"{one}" and "{other}" ask "{query}" in "{repo}"'))
def two_ask(firm: Firm, one: str, other: str, query: str, repo: str) -> None:
    firm.outcome = [[(hit.id, hit.score) for hit in firm.at(repo, name).search(query)] for name in (one, other)]


@then("the memory is recalled")
def is_recalled(firm: Firm) -> None:
    assert firm.asked is not None
    assert firm.subject in [hit.id for hit in firm.asked], firm.asked.label


@then("nothing is recalled")
def nothing_recalled(firm: Firm) -> None:
    assert firm.asked is not None
    assert list(firm.asked) == []


@then(parsers.parse('nothing is recalled, because of "{reason}"'))
def nothing_recalled_because(firm: Firm, reason: str) -> None:
    assert firm.asked is not None
    assert list(firm.asked) == []
    assert firm.asked.reason is not None
    assert firm.asked.reason.value == reason


@then(parsers.parse('the memory is recalled by words alone, because of "{reason}"'))
def recalled_by_words(firm: Firm, reason: str) -> None:
    is_recalled(firm)
    assert firm.asked is not None
    assert firm.asked.mode is Mode.LEXICAL
    assert firm.asked.reason is not None
    assert firm.asked.reason.value == reason


@then("all of them recall the same single memory")
def all_recall_one(firm: Firm) -> None:
    assert firm.outcome == [[firm.subject]] * len(firm.domains)


@then("both recall the same memories")
def both_recall(firm: Firm) -> None:
    assert isinstance(firm.outcome, list)
    one, other = firm.outcome
    assert one == other
    assert one, "nothing was recalled, so the comparison says nothing"


@then(parsers.parse('the hit names "{reference}" as its source'))
def hit_names_source(firm: Firm, reference: str) -> None:
    assert firm.asked is not None
    assert [hit.provenance.reference for hit in firm.asked] == [reference]


@then("the answer says that memories are reference data and that the code wins")
def framed_as_data(firm: Firm) -> None:
    assert firm.asked is not None
    assert firm.asked.note == NOTE
    assert "code wins" in NOTE


@then("the undisputed memory comes first")
def undisputed_first(firm: Firm) -> None:
    assert firm.asked is not None
    assert [hit.id for hit in firm.asked][:2] == [firm.memories[1], firm.memories[0]]
