"""A REMEMBER memory comes as a proposal, with its past, and only an approval puts it in force."""

from __future__ import annotations

import attrs
import pytest

from firm_memory.domain.errors import NotAllowed
from firm_memory.domain.ledger import Change, Event
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.former_memories import (
    ADMIN,
    FIRM,
    NETTING,
    THEN,
    TOKEN,
    approve,
    former,
    take_over,
    with_all,
)


class _KilledError(Exception):
    """The end of the process, as a step sees it."""


def test_a_memory_waits_as_a_candidate_on_behalf_of_its_owner(dated: Firm) -> None:
    """Part 7: name, description, body, id, created_at and import_source are kept; the owner becomes the steward."""
    outcome = take_over(dated, NETTING)
    assert [each.id for each in outcome.candidates.accepted] == [NETTING.id]
    memory = dated.memory(NETTING.id)
    assert (memory.title, memory.summary, memory.content) == (NETTING.name, NETTING.description, NETTING.body)
    assert (memory.status, memory.steward, memory.created_at) == (MemoryStatus.PROPOSED, "mira", THEN)
    assert (memory.type, memory.tags) == (MemoryType.TASK_LEARNING, ("netting", "remember:project"))
    source = memory.provenance
    assert (source.kind, source.reference) == (SourceKind.IMPORT, "wiki-12")
    assert (source.proposed_by, source.on_behalf_of) == ("olga", "mira")


def test_without_a_source_the_former_id_is_the_reference(dated: Firm) -> None:
    """Provenance: every answer has a source; a memory that names none names where it was imported from."""
    take_over(dated, attrs.evolve(NETTING, source=None))
    assert dated.memory(NETTING.id).provenance.reference == f"remember:{NETTING.id}"


def test_name_and_description_that_are_no_line_stand_before_the_body(dated: Firm) -> None:
    """Domain: an import is never cut; what does not fit the title or the summary is told in the content."""
    take_over(dated, attrs.evolve(NETTING, name="two\nlines", description="long " * 50, body="The body."))
    memory = dated.memory(NETTING.id)
    assert (memory.title, memory.summary) == (None, None)
    assert memory.content == f"two\nlines\n\n{'long ' * 50}\n\nThe body."


def test_a_memory_without_a_description_has_no_summary(dated: Firm) -> None:
    """Domain: what is blank is left out rather than kept as blank."""
    take_over(dated, attrs.evolve(NETTING, description=None))
    memory = dated.memory(NETTING.id)
    assert (memory.summary, memory.content) == (None, NETTING.body)


def test_a_secret_in_the_body_keeps_the_memory_out(dated: Firm) -> None:
    """Gate: a candidate that would carry a secret is refused, and nothing of its past enters either."""
    outcome = take_over(dated, attrs.evolve(with_all(), body=f"The deploy token is {TOKEN}."))
    assert [each.place for each in outcome.candidates.refused] == [f"remember:{NETTING.id}"]
    assert (outcome.events, outcome.reads) == (0, 0)
    assert dated.container.records().queue.get(NETTING.id) is None


def test_a_type_that_is_not_mapped_is_reported(dated: Firm) -> None:
    """Part 7: types go through a configurable table; what is not in it is refused by name."""
    outcome = take_over(dated, attrs.evolve(NETTING, kind="diary"))
    assert [(each.place, each.rule) for each in outcome.candidates.refused] == [(f"remember:{NETTING.id}", "type")]


def test_archived_memories_come_only_when_asked_for(dated: Firm) -> None:
    """Migration: what was out of use there is listed and left out, unless somebody wants it proposed again."""
    archived = attrs.evolve(NETTING, archived=True)
    outcome = take_over(dated, archived)
    assert [each.place for each in outcome.left_out] == [f"remember:{NETTING.id}"]
    assert dated.container.records().queue.get(NETTING.id) is None
    assert take_over(dated, archived, archived=True).left_out == ()
    assert dated.memory(NETTING.id).status is MemoryStatus.PROPOSED


def test_a_dry_run_writes_nothing(dated: Firm) -> None:
    """Import: a dry run tells what would come and changes nothing."""
    outcome = take_over(dated, with_all(), dry_run=True)
    assert [each.id for each in outcome.candidates.accepted] == [NETTING.id]
    assert list(dated.container.records().ledger.sealed()) == []


def test_reads_go_to_the_access_log_while_it_keeps_them(dated: Firm) -> None:
    """Part 7, access log: who read what is taken over for as long as the log keeps such things, each once."""
    old = attrs.evolve(with_all().reads[0], at=THEN.replace(year=2024))
    memory = attrs.evolve(with_all(), reads=(old, *with_all().reads))
    assert take_over(dated, memory).reads == 1
    accesses = dated.container.records().signals.accesses(NETTING.id)
    assert [(each.by, each.at) for each in accesses] == [("anna", THEN)]


@pytest.mark.parametrize(
    "decide", [approve, lambda firm, each: firm.desk.reject(each.id, approver="lead", reason="no")]
)
def test_a_second_run_changes_nothing(dated: Firm, decide: object) -> None:
    """Import, idempotent: whatever became of the candidates meanwhile, a run again adds nothing."""
    take_over(dated, with_all())
    assert callable(decide)
    decide(dated, NETTING)
    before = [each.hash for each in dated.container.records().ledger.sealed()]
    again = take_over(dated, with_all())
    assert [each.id for each in again.candidates.known] == [NETTING.id]
    assert (again.events, again.reads, again.candidates.accepted) == (0, 0, ())
    assert [each.hash for each in dated.container.records().ledger.sealed()] == before


def test_a_run_that_was_cut_off_is_completed_after_an_approval(dated: Firm) -> None:
    """Import, resumable: what an interrupted run did not bring comes with the next one, in force by then."""
    take_over(dated, NETTING)
    approve(dated, NETTING)
    outcome = take_over(dated, attrs.evolve(with_all(), disputed=True))
    assert outcome.events == 4
    memory = dated.memory(NETTING.id)
    assert (memory.status, memory.confirmations, len(memory.flags)) == (MemoryStatus.DISPUTED, 1, 2)


@pytest.mark.parametrize("commits", range(4))
def test_wherever_a_run_ends_the_next_one_completes_it(
    dated: Firm, commits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Import, resumable: each commit is whole, so a process may die between any two; nothing is lost or doubled."""
    records, done = dated.container.records(), list[object]()
    commit = records.commit

    def until_killed(change: Change) -> Event:
        if len(done) == commits:
            raise _KilledError
        done.append(change)
        return commit(change)

    with monkeypatch.context() as patch:
        patch.setattr(records, "commit", until_killed)
        with pytest.raises(_KilledError):
            take_over(dated, with_all())
    take_over(dated, with_all())
    assert len(list(records.ledger.sealed())) == 4
    approve(dated, NETTING)
    memory = dated.memory(NETTING.id)
    assert (memory.status, memory.confirmations, len(memory.flags)) == (MemoryStatus.DISPUTED, 1, 1)


def test_only_an_administrator_imports(dated: Firm) -> None:
    """Roles: an import speaks in the name of others, so it needs an administrator, never an agent."""
    agent = Caller(name="agent:opencode", via="mcp", on_behalf_of="mira")
    with pytest.raises(NotAllowed, match="agent"):
        dated.container.import_remember()(former(NETTING), agent, FIRM)
    with pytest.raises(NotAllowed, match="admin"):
        dated.container.import_remember()(former(NETTING), attrs.evolve(ADMIN, roles=frozenset()), FIRM)
