"""Working notes of a task, and its timeline."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.timeline import TaskTimeline
from firm_memory.domain.exclusion import Refused
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import TEXTS


@given(parsers.parse('the note "{content}" under the task "{task}"'))
def a_note(firm: Firm, content: str, task: str) -> None:
    firm.at("oms").for_task(task).note(content)


@given(parsers.parse('the note "{content}" under the task "{task}", as "{disposition}"'))
def a_note_as(firm: Firm, content: str, task: str, disposition: str) -> None:
    firm.at("oms").for_task(task).note(content, disposition=disposition)


@when(parsers.parse('the timeline of "{task}" is read'))
def timeline_is_read(firm: Firm, task: str) -> None:
    firm.outcome = firm.at("oms").for_task(task).timeline()


@when("a note is written without a task")
def taskless_note(firm: Firm) -> None:
    firm.attempt(lambda: firm.at("oms").note("The cache is read twice"))


@when(parsers.parse('a note with a forge token is written under the task "{task}"'))
def token_note(firm: Firm, task: str) -> None:
    firm.attempt(lambda: firm.at("oms").for_task(task).note(TEXTS["a forge token"]))


@then(parsers.parse('it holds "{first}", then "{second}"'))
def holds_notes(firm: Firm, first: str, second: str) -> None:
    assert isinstance(firm.outcome, TaskTimeline)
    assert [entry.note.content for entry in firm.outcome.entries] == [first, second]


@then(parsers.parse('it holds {count:d} notes on the finding, which stands as "{disposition}"'))
def finding_stands(firm: Firm, count: int, disposition: str) -> None:
    assert isinstance(firm.outcome, TaskTimeline)
    stands = [entry.disposition.value for entry in firm.outcome.entries if entry.disposition]
    assert stands == [disposition] * count
    assert [entry.note.disposition.value for entry in firm.outcome.entries if entry.note.disposition] == [
        "open",
        "fixed",
    ]


@then("it is empty")
def timeline_empty(firm: Firm) -> None:
    assert isinstance(firm.outcome, TaskTimeline)
    assert firm.outcome.entries == ()


@then(parsers.parse('the note is refused by "{rule}"'))
def note_refused(firm: Firm, rule: str) -> None:
    assert isinstance(firm.error, Refused)
    assert firm.error.finding.exclusion.rule == rule


@then(parsers.parse('the timeline of "{task}" stays empty'))
def timeline_stays_empty(firm: Firm, task: str) -> None:
    assert firm.at("oms").for_task(task).timeline().entries == ()
