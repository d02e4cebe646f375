"""Indexing: cards are in force at once, renewed by other words, and never hold a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from dependency_injector import providers

from firm_memory.application.index import BATCH, Fate
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import GateUnavailable, NotAllowed, WriteFailed
from firm_memory.domain.exclusion import Exclusion, ExclusionReason, Finding
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role, TrustMode
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.features.firm import Firm
from tests.application.conftest import SwitchedEmbedder

LOTS = "Odd lots were lost at the cut-off."
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LONG = "\n".join(f"## Part {part}\n" + "Odd lots wait in a queue. " * 250 for part in range(3))


@pytest.fixture
def mira(firm: Firm) -> FirmMemory:
    """The memory as the ingester mira sees it in `oms`."""
    return firm.at("oms", "mira")


def card(number: int, content: str = LOTS) -> dict[str, object]:
    """A card as a line holds it."""
    return {"reference": f"mr-{number}", "content": f"{content} ({number})"}


def kinds(firm: Firm) -> list[EventKind]:
    """What the ledger tells, in its order."""
    return [event.kind for event in firm.container.records().ledger.events()]


def test_a_card_is_recalled_at_once_and_says_that_nobody_reviewed_it(firm: Firm, mira: FirmMemory) -> None:
    """Rule: INDEX and ACTIVE through one event; verbatim, in the store, and no candidate."""
    done = mira.index_card(LOTS, reference="mr-12", title="Lost lots", tags=["netting"], created_at="2026-05-04")
    assert done.fate is Fate.INDEXED
    memory = firm.memory(done.memories[0])
    assert (memory.tier, memory.status, memory.content) == (MemoryTier.INDEX, MemoryStatus.ACTIVE, LOTS)
    (hit,) = mira.search("odd lots lost")
    assert (hit.id, hit.unreviewed, hit.stale) == (memory.id, True, True)
    assert firm.stored(memory.id) == memory
    assert kinds(firm) == [EventKind.INDEXED]
    assert list(firm.desk.pending()) == []


def test_no_card_is_no_event(firm: Firm, mira: FirmMemory) -> None:
    """Rule: an empty file changes nothing."""
    assert mira.index([]).cards == ()
    assert kinds(firm) == []


def test_the_same_card_again_changes_nothing(firm: Firm, mira: FirmMemory) -> None:
    """Rule: a nightly run is a no-op where no issue changed."""
    rows = [card(1), card(2)]
    first = mira.index(rows)
    again = mira.index(rows)
    assert [each.fate for each in again.cards] == [Fate.KNOWN] * 2
    assert [each.memories for each in again.cards] == [each.memories for each in first.cards]
    assert kinds(firm) == [EventKind.INDEXED]


def test_other_words_supersede_the_card_and_nothing_is_lost(firm: Firm, mira: FirmMemory) -> None:
    """Rule: a chain of versions; recall has the latest only, also when the first words come back."""
    one = mira.index_card(LOTS, reference="mr-12").memories[0]
    two = mira.index_card("Odd lots wait.", reference="MR-12").memories[0]
    back = mira.index_card(LOTS, reference="mr-12")
    assert back.fate is Fate.RENEWED
    three = back.memories[0]
    assert [hit.id for hit in mira.search("odd lots")] == [three]
    assert [firm.memory(each).superseded_by for each in (one, two, three)] == [two, three, None]
    assert firm.memory(two).supersedes == one


def test_two_cards_of_one_issue_in_one_run_meet_each_other(mira: FirmMemory) -> None:
    """Rule: the second is a renewal of the first, as if it had come the day after."""
    done = mira.index([card(1), card(2), {**card(1), "content": "Other words."}])
    assert [each.fate for each in done.cards] == [Fate.INDEXED, Fate.INDEXED, Fate.RENEWED]


def test_a_long_card_is_divided_and_what_is_left_over_later_is_archived(firm: Firm, mira: FirmMemory) -> None:
    """Rule: nothing is cut; parts come back as new versions when the text grows again."""
    long = mira.index_card(LONG, reference="mr-12")
    assert "".join(firm.memory(each).content for each in long.memories) == LONG
    assert len(long.memories) == 2
    short = mira.index_card(LOTS, reference="mr-12")
    assert (short.fate, len(short.memories)) == (Fate.RENEWED, 1)
    ends = [firm.memory(each).status for each in long.memories]
    assert ends == [MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED]
    assert mira.index_card(LOTS, reference="mr-12").fate is Fate.KNOWN
    grown = mira.index_card(LONG, reference="mr-12")
    assert [firm.memory(each).status for each in grown.memories] == [MemoryStatus.ACTIVE] * 2
    assert set(grown.memories).isdisjoint(long.memories)


def test_what_its_steward_archived_stays_so_until_the_words_change(firm: Firm, mira: FirmMemory) -> None:
    """Rule: a nightly run does not bring it back; an issue that was edited is indexed anew."""
    memory = mira.index_card(LOTS, reference="mr-12").memories[0]
    mira.archive(memory)
    assert mira.index_card(LOTS, reference="mr-12").fate is Fate.KNOWN
    assert firm.memory(memory).status is MemoryStatus.ARCHIVED
    new = mira.index_card("Odd lots wait.", reference="mr-12")
    assert (new.fate, firm.memory(new.memories[0]).supersedes) == (Fate.INDEXED, None)


def test_what_was_redacted_never_comes_back(firm: Firm, mira: FirmMemory) -> None:
    """Rule: the issue may hold the secret still, in whatever words."""
    memory = mira.index_card("The vault opens to brass lantern.", reference="mr-12").memories[0]
    firm.at("oms", "admin").redact(memory, reason="a password")
    again = mira.index_card("The vault opens to brass lantern, says Ops.", reference="mr-12")
    assert again.fate is Fate.REFUSED
    assert "redacted by admin" in (again.reason or "")


def test_a_secret_refuses_its_card_alone_and_is_never_repeated(firm: Firm, mira: FirmMemory) -> None:
    """Rule: in any field; the others of the run are kept, and markers stand for what else is excluded."""
    done = mira.index(
        [card(1), card(2, f"It used {TOKEN}"), {**card(3), "tags": [TOKEN]}, {**card(4), "title": "By @dana"}]
    )
    assert [each.fate.value for each in done.cards] == ["indexed", "refused", "refused", "indexed"]
    assert "secret.forge_token" in (done.cards[1].reason or "")
    assert TOKEN not in str(done)
    assert firm.memory(done.cards[3].memories[0]).title == "By [person]"


def test_a_section_that_is_too_long_is_listed_as_refused(mira: FirmMemory) -> None:
    """Rule: never cut."""
    done = mira.index_card("x" * 16_001, reference="mr-12")
    assert (done.fate, "without a heading" in (done.reason or "")) == (Fate.REFUSED, True)


@pytest.mark.parametrize(
    ("caller", "said"),
    [
        (Caller(name="agent:opencode", via="api"), "an agent proposes"),
        (Caller(name="mira", via="mcp"), "an agent proposes"),
        (Caller(name="mira", via="http", roles=frozenset({Role.APPROVER}), trust=TrustMode.TEAM), "the role ingester"),
    ],
)
def test_only_an_ingester_indexes(firm: Firm, caller: Caller, said: str) -> None:
    """Rule: never through an agent, whatever its roles; nothing was written."""
    with pytest.raises(NotAllowed, match=said):
        attrs.evolve(firm.at("oms"), caller=caller).index_card(LOTS, reference="mr-12")
    assert kinds(firm) == []


def test_cards_are_written_in_batches_and_progress_is_told(firm: Firm, mira: FirmMemory) -> None:
    """Rule: one event a batch; how many are done is told after each."""
    told = list[tuple[int, int]]()
    done = mira.index([card(number) for number in range(BATCH + 1)], progress=lambda *at: told.append(at))
    assert done.count(Fate.INDEXED) == BATCH + 1
    assert told == [(BATCH, BATCH + 1), (BATCH + 1, BATCH + 1)]
    assert kinds(firm) == [EventKind.INDEXED] * 2
    assert verify_chain(firm.container.records().ledger.sealed()).ok


def test_a_run_that_was_cut_off_is_continued(firm: Firm, mira: FirmMemory) -> None:
    """Rule: what is recorded is stored by the next run, and nothing is doubled."""
    rows = [card(number) for number in range(3)]
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed):
        mira.index(rows)
    firm.store.mode = "up"
    again = mira.index(rows)
    assert again.count(Fate.KNOWN) == 3
    assert all(firm.stored(each.memories[0]) for each in again.cards)
    assert kinds(firm) == [EventKind.INDEXED]


def test_durable_knowledge_wins_ties(firm: Firm, mira: FirmMemory) -> None:
    """Rule: of two that answer alike, the approved one stands first."""
    approved = firm.approved(LOTS, MemoryScope(repos=("oms",)))
    mira.index_card(LOTS, reference="mr-12")  # the younger one would win the tie otherwise
    hits = mira.search(LOTS)
    assert [hit.unreviewed for hit in hits] == [False, True]
    assert (hits[0].id, hits[0].score) == (approved, hits[1].score)


def test_unknown_scopes_are_told_once(mira: FirmMemory) -> None:
    """Rule: no approver will notice a misspelt repository."""
    mira.index([card(1)])
    done = mira.index([{**card(2), "scope": {"repos": ["omss"]}}, {**card(3), "scope": {"repos": ["omss"]}}])
    assert [notice.rule for notice in done.notices] == ["unknown_scope"]
    assert "'oms'" in done.notices[0].why


@attrs.frozen
class _Finding:
    """A scanner that finds what a test says."""

    found: Callable[[str], bool]
    reason: ExclusionReason = ExclusionReason.SOURCE_CODE

    def scan(self, texts: Any, exclusions: Any) -> list[Finding]:  # noqa: ANN401, ARG002 -- the port's shape
        rule = Exclusion(rule="a.rule", reason=self.reason, why="why", instead="instead")
        broken = "content" in texts and self.found(texts["content"])
        return [Finding(exclusion=rule, field="content", start=0, end=1)] if broken else []


def test_what_no_marker_quietens_is_refused(firm: Firm, mira: FirmMemory) -> None:
    """Rule: a card holds nothing that the gate is certain of, or it is not kept."""
    firm.container.scanner.override(providers.Object(_Finding(lambda _: True)))
    firm.container.admission.reset()
    done = mira.index_card(LOTS, reference="mr-12")
    assert (done.fate, "a.rule" in (done.reason or "")) == (Fate.REFUSED, True)


def test_what_the_last_marker_quietens_is_kept(firm: Firm, mira: FirmMemory) -> None:
    """Rule: so many rounds are enough, also where each finds something."""
    firm.container.scanner.override(providers.Object(_Finding(lambda text: len(text) < len(LOTS) + 4 * 13)))
    firm.container.admission.reset()
    assert mira.index_card(LOTS, reference="mr-12").fate is Fate.INDEXED


def test_a_gate_that_fails_lets_no_card_pass(firm: Firm, mira: FirmMemory) -> None:
    """Rule: not scanned is not kept."""

    def broken(_: str) -> bool:
        raise RuntimeError

    firm.container.scanner.override(providers.Object(_Finding(broken)))
    firm.container.admission.reset()
    with pytest.raises(GateUnavailable):
        mira.index_card(LOTS, reference="mr-12")
    assert kinds(firm) == []


def test_vectors_are_made_a_batch_at_a_time(firm: Firm, mira: FirmMemory, embedder: SwitchedEmbedder) -> None:
    """Rule: a model is asked once for all cards of a batch; unusable vectors change nothing."""
    embedder.broken = lambda: [(1.0,)]
    with pytest.raises(WriteFailed):
        mira.index([card(1), card(2)])
    assert kinds(firm) == []
