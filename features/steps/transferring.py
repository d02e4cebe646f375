"""Knowledge that comes in from documents, and a whole memory that moves into another one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs
import pytest
from pytest_bdd import given, parsers, then, when

from firm_memory.application.imported import CandidatesImported
from firm_memory.domain.errors import MalformedFile, NotAllowed
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import AGENT, Firm
from firm_memory.features.places import EVERY_PLACE
from firm_memory.features.postgres import PostgresServer

# In two parts, so that nobody who scans this repository takes it for one.
_PASSWORD: Final = "postgres://oms:" + "Tr0ub4dor-3-horse@db.internal/ledger"


@attrs.frozen(kw_only=True)
class Crate:
    """What is carried from one memory to the other: a folder of documents, and the file of an export."""

    folder: Path
    file: Path


@pytest.fixture
def crate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Crate:
    """An empty one, in the working directory of the Example."""
    folder = tmp_path / "checkout" / "adr"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder.parent)
    return Crate(folder=folder, file=tmp_path / "export.jsonl")


@pytest.fixture
def other_firm(request: pytest.FixtureRequest, place: str, tmp_path: Path, firm: Firm) -> Iterator[Firm]:
    """A firm in another place of the same kind; nothing is known there."""
    made = list[str]()

    def another_database() -> str:
        server: PostgresServer = request.getfixturevalue("postgres_server")
        made.append(server.create_database())
        return made[0]

    other = Firm(EVERY_PLACE[place](tmp_path / "other", another_database), firm.embedder)
    other.domains["oms"] = ("execution",)
    yield other
    other.close()
    for dsn in made:
        request.getfixturevalue("postgres_server").drop_database(dsn)


def _record(crate: Crate, number: int, title: str, status: str) -> None:
    text = f"# {number}. {title}\n\n## Status\n\n{status}\n\n## Decision\n\n{title}, so that every desk agrees.\n"
    (crate.folder / f"{number:04d}-record.md").write_text(text)


def _imported(firm: Firm, crate: Crate) -> CandidatesImported:
    outcome = firm.at("oms").import_from(crate.folder, scope=MemoryScope(repos=("oms",)))
    assert isinstance(outcome, CandidatesImported)
    return outcome


def _titled(firm: Firm, title: str) -> Firm:
    """The firm, with the record of that title as the subject of the Example."""
    every = firm.container.records().queue.every()
    firm.memories = [record.id for record in every if record.memory.title == title]
    return firm


@given(parsers.parse('the decision record "{title}" with the status "{status}"'))
def decision_record(crate: Crate, title: str, status: str) -> None:
    _record(crate, 1, title, status)


@given(parsers.parse('the decision record "{older}" that "{newer}" replaced'))
def replaced_record(crate: Crate, older: str, newer: str) -> None:
    _record(crate, 3, older, "Superceded by [7. The newer one](0007-record.md)")
    _record(crate, 7, newer, "Accepted")


@given("a decision record that holds a password")
def leaking_record(crate: Crate) -> None:
    _record(crate, 1, f"The ledger is at {_PASSWORD}", "Accepted")


@given("the decision records have been imported")
def have_been_imported(firm: Firm, crate: Crate) -> None:
    assert _imported(firm, crate).accepted


@when("the decision records are imported")
def are_imported(firm: Firm, crate: Crate) -> None:
    firm.outcome = _imported(firm, crate)


@when(parsers.parse('"{name}" approves all that was imported'))
def approves_all(firm: Firm, name: str) -> None:
    for record in sorted(firm.desk.pending(), key=lambda each: each.memory.supersedes is not None):
        firm.desk.approve(record.id, approver=name)


@when(parsers.parse('"{name}" tries to approve "{title}" alone'))
def tries_to_approve(firm: Firm, name: str, title: str) -> None:
    subject = _titled(firm, title).subject
    firm.attempt(lambda: firm.desk.approve(subject, approver=name))


@when("everything is exported and taken over by an empty memory")
def taken_over(firm: Firm, other_firm: Firm, crate: Crate) -> None:
    firm.at("oms").export(crate.file)
    other_firm.at("oms", "admin").import_from(crate.file)


@when(parsers.parse("its export is taken over by an empty memory with line {number:d} broken"))
def broken_over(firm: Firm, other_firm: Firm, crate: Crate, number: int) -> None:
    firm.at("oms").export(crate.file)
    lines = crate.file.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1][:40] + b"\n"
    crate.file.write_bytes(b"".join(lines))
    firm.attempt(lambda: other_firm.at("oms", "admin").import_from(crate.file))


@when("an agent tries to have an empty memory take its export over")
def agent_takes_over(firm: Firm, other_firm: Firm, crate: Crate) -> None:
    firm.at("oms").export(crate.file)
    firm.attempt(lambda: other_firm.at("oms", AGENT).import_from(crate.file))


@then(parsers.re(r"(?P<number>\d+) imported candidates? waits?"))
def imported_wait(firm: Firm, number: str) -> None:
    assert len(firm.desk.pending()) == int(number)


@then(parsers.re(r'^"(?P<repo>[^"]+)" recalls "(?P<title>[^"]+)" for "(?P<query>[^"]+)"$'))
def recalls_title(firm: Firm, repo: str, title: str, query: str) -> None:
    assert title in [hit.memory.title for hit in firm.at(repo).search(query)]


@then(parsers.parse('"{title}" is kept as superseded'))
def kept_as_superseded(firm: Firm, title: str) -> None:
    assert _titled(firm, title).memory().status is MemoryStatus.SUPERSEDED


@then("the approver is told to decide the older one first")
def told_to_decide_older(firm: Firm) -> None:
    assert "Decide that one first" in str(firm.error)


@then("the refusal names the document and not the password")
def refusal_names_document(firm: Firm) -> None:
    assert isinstance(firm.outcome, CandidatesImported)
    [refused] = firm.outcome.refused
    assert refused.place == "adr/0001-record.md"
    assert refused.rule
    assert "Tr0ub4dor" not in repr(firm.outcome)


@then(parsers.parse('the other memory recalls "{content}" for "{query}"'))
def other_recalls(other_firm: Firm, content: str, query: str) -> None:
    assert [hit.content for hit in other_firm.at("oms").search(query)] == [content]


@then("an export of the other memory is the same file")
def same_file(other_firm: Firm, crate: Crate) -> None:
    again = other_firm.at("oms").export(crate.file.with_suffix(".again"))
    assert again.read_bytes() == crate.file.read_bytes()


@then(parsers.parse('the file does not hold "{words}"'))
def file_does_not_hold(crate: Crate, words: str) -> None:
    assert words not in crate.file.read_text()


@then(parsers.parse("the import fails and names line {number:d}"))
def names_line(firm: Firm, number: int) -> None:
    assert isinstance(firm.error, MalformedFile)
    assert f"line {number}, column" in str(firm.error)


@then("the import is not allowed")
def not_allowed(firm: Firm) -> None:
    assert isinstance(firm.error, NotAllowed)


@then("the other memory holds nothing")
def holds_nothing(other_firm: Firm) -> None:
    assert list(other_firm.container.records().queue.every()) == []
    assert list(other_firm.container.records().ledger.sealed()) == []
