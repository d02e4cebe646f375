"""Indexing closed issues, and the cards that come of it."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.index import CardFate, Fate, Indexed
from firm_memory.domain.ledger import EventKind
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import TOKEN

LOST = "where were odd lots lost"
WITH_CODE = "Lots were lost.\n\n```python\nfor lot in lots:\n    drop(lot)\n```\n\nNow they wait."
WITHOUT_CODE = "Lots were lost.\n\n[code: 4 lines]\n\nNow they wait."
SECTIONS = "\n".join(f"## Part {part}\n" + "Odd lots wait in a queue. " * 300 for part in range(3))


@given(parsers.parse('the ingester "{name}" has indexed "{content}" as "{reference}"'))
def has_indexed(firm: Firm, name: str, content: str, reference: str) -> None:
    fate = firm.at("oms", name).index_card(content, reference=reference)
    assert fate.fate in (Fate.INDEXED, Fate.RENEWED), fate.reason
    firm.memories += fate.memories


@when(parsers.parse('the ingester "{name}" indexes "{content}" as "{reference}"'))
def indexes_as(firm: Firm, name: str, content: str, reference: str) -> None:
    firm.attempt(lambda: firm.at("oms", name).index_card(content, reference=reference))


@when(parsers.re(r'the ingester "(?P<name>[^"]+)" indexes "(?P<content>[^"]+)"$'))
def indexes(firm: Firm, name: str, content: str) -> None:
    indexes_as(firm, name, content, "mr-310")


@when(parsers.parse('the ingester "{name}" indexes an issue with a code block'))
def indexes_code(firm: Firm, name: str) -> None:
    indexes_as(firm, name, WITH_CODE, "mr-310")


@when(parsers.parse('the ingester "{name}" indexes an issue that is too long for one memory'))
def indexes_long(firm: Firm, name: str) -> None:
    indexes_as(firm, name, SECTIONS, "mr-310")


@when(parsers.parse('the ingester "{name}" indexes an endless text without a heading'))
def indexes_endless(firm: Firm, name: str) -> None:
    indexes_as(firm, name, "Odd lots wait in a queue. " * 1_000, "mr-310")


@when(parsers.parse('the ingester "{name}" indexes two issues, one of them with a forge token'))
def indexes_two(firm: Firm, name: str) -> None:
    rows = [
        {"reference": "mr-310", "content": "Odd lots were lost at the cut-off"},
        {"reference": "mr-311", "content": f"The job pushed with {TOKEN}"},
    ]
    firm.attempt(lambda: firm.at("oms", name).index(rows))


@when(parsers.parse('the agent indexes "{content}"'))
def agent_indexes(firm: Firm, content: str) -> None:
    firm.attempt(lambda: firm.at("oms").index_card(content, reference="mr-310"))


@then("it is labelled unreviewed")
def unreviewed(firm: Firm) -> None:
    assert firm.asked is not None
    assert [hit.unreviewed for hit in firm.asked] == [True]


@then("it is not labelled unreviewed")
def reviewed(firm: Firm) -> None:
    assert firm.asked is not None
    assert [hit.unreviewed for hit in firm.asked] == [False]


@then("the approved memory stands first")
def approved_first(firm: Firm) -> None:
    assert firm.asked is not None
    approved, card = firm.memories
    assert [hit.id for hit in firm.asked] == [approved, card]


@then(parsers.parse('the card reads "{words}"'))
def reads(firm: Firm, words: str) -> None:
    assert _contents(firm) == [words]


@then("the card says how many lines of code were left out, and the rest word for word")
def reads_without_code(firm: Firm) -> None:
    assert _contents(firm) == [WITHOUT_CODE]


@then("its cards together hold every word of it")
def together(firm: Firm) -> None:
    parts = _contents(firm)
    assert len(parts) > 1
    assert "".join(parts) == SECTIONS


@then("one card is kept and the other is refused")
def one_refused(firm: Firm) -> None:
    assert isinstance(firm.outcome, Indexed)
    assert [each.fate for each in firm.outcome.cards] == [Fate.INDEXED, Fate.REFUSED]


@then("the refusal does not tell the token")
def token_untold(firm: Firm) -> None:
    assert TOKEN not in str(firm.outcome)
    assert TOKEN not in "".join(str(entry) for entry in firm.container.records().ledger.sealed())


@then(parsers.parse('the card is refused, naming "{word}"'))
def refused(firm: Firm, word: str) -> None:
    fate = _fate(firm)
    assert fate.fate is Fate.REFUSED
    assert word in (fate.reason or "")


@then("the ledger tells of one indexing")
def one_indexing(firm: Firm) -> None:
    assert firm.error is None
    assert [event.kind for event in firm.container.records().ledger.events()] == [EventKind.INDEXED]


@then(parsers.parse('"{repo}" recalls "{words}" and not the old card'))
def recalls_latest(firm: Firm, repo: str, words: str) -> None:
    assert firm.error is None
    assert [hit.content for hit in firm.at(repo).search("odd lots cut-off")] == [words]


@then("the old card resolves to the new one")
def resolves(firm: Firm) -> None:
    dossier = firm.at("oms").get(firm.subject)
    assert [each.id for each in dossier.chain] == [firm.subject, *_fate(firm).memories]


@then(parsers.parse('the indexing fails, naming "{word}"'))
def fails(firm: Firm, word: str) -> None:
    assert firm.error is not None, firm.outcome
    assert word in str(firm.error)


def _fate(firm: Firm) -> CardFate:
    assert firm.error is None
    assert isinstance(firm.outcome, CardFate)
    return firm.outcome


def _contents(firm: Firm) -> list[str]:
    return [firm.memory(each).content for each in _fate(firm).memories]
