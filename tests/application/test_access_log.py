"""The access log: behind the reader's back, where identities exist, kept for a time."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs
import pytest
from dependency_injector import providers

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.adapters.in_memory.metrics import InMemoryMetrics
from firm_memory.adapters.in_memory.records import InMemoryRecords
from firm_memory.adapters.in_memory.signals import InMemorySignals
from firm_memory.application import access_log
from firm_memory.application.access_log import AccessLog
from firm_memory.application.ports.signals import Access
from firm_memory.domain.errors import InvalidField, RecordsUnavailable
from firm_memory.domain.principal import Caller, TrustMode
from firm_memory.domain.scope import MemoryScope
from firm_memory.features.firm import Firm
from tests.application.conftest import NOW, OMS

ONE = uuid.UUID(int=1)
AGENT = Caller(name="agent:opencode", via="mcp", on_behalf_of="mira", trust=TrustMode.TEAM)
PATIENCE = 60.0  # nothing is measured by it


@attrs.define
class SlowSignals:
    """Signals that keep an access only once they are let, or fail."""

    kept: InMemorySignals = attrs.field(factory=InMemorySignals)
    let: threading.Event = attrs.field(factory=threading.Event)
    asked: threading.Event = attrs.field(factory=threading.Event)
    expiries: list[datetime] = attrs.field(factory=list[datetime])
    broken: bool = False

    def accessed(self, access: Access) -> None:
        """Wait, then keep it."""
        self.asked.set()
        assert self.let.wait(PATIENCE)
        if self.broken:
            raise RecordsUnavailable("down")
        self.kept.accessed(access)

    def accesses(self, memory: uuid.UUID) -> Sequence[Access]:
        """What was kept."""
        return self.kept.accesses(memory)

    def expire(self, before: datetime) -> int:
        """Remember that it was asked."""
        self.expiries.append(before)
        return self.kept.expire(before)


class SlowRecords(InMemoryRecords):
    """Records with such signals."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = SlowSignals()
        self._signals = self.slow  # type: ignore[assignment]  # another adapter of the same port


@pytest.fixture
def records() -> SlowRecords:
    """Records whose signals wait."""
    return SlowRecords()


@pytest.fixture
def metrics() -> InMemoryMetrics:
    """Counters."""
    return InMemoryMetrics()


@pytest.fixture
def log(records: SlowRecords, clock: FixedClock, metrics: InMemoryMetrics) -> AccessLog:
    """The log over them."""
    return AccessLog(records=records, clock=clock, metrics=metrics, days=30)


def test_a_reader_never_waits_for_the_log(log: AccessLog, records: SlowRecords) -> None:
    """Rule: reading goes on while the log is slow; everything is written in the end, in order, by one thread."""
    for _ in range(3):
        log(ONE, AGENT)
    assert records.slow.asked.wait(PATIENCE)
    assert not log.settled(0)
    assert not records.signals.accesses(ONE)
    records.slow.let.set()
    assert log.settled(PATIENCE)
    assert list(records.signals.accesses(ONE)) == [Access(memory=ONE, by="mira", at=NOW)] * 3
    log(ONE, AGENT)
    assert log.settled(PATIENCE)
    assert len(records.signals.accesses(ONE)) == 4


def test_without_identities_nothing_is_logged(log: AccessLog, records: SlowRecords) -> None:
    """Rule: a name that nobody has checked proves nothing."""
    records.slow.let.set()
    log(ONE, attrs.evolve(AGENT, trust=TrustMode.LOCAL))
    assert log.settled(0)
    assert not records.slow.asked.is_set()


def test_what_cannot_be_logged_is_counted_and_given_up(
    log: AccessLog, records: SlowRecords, metrics: InMemoryMetrics
) -> None:
    """Rule: a log that is down fails no read; the next access is tried again."""
    records.slow.broken = True
    records.slow.let.set()
    log(ONE, AGENT)
    assert log.settled(PATIENCE)
    assert metrics.value("access_unlogged", reason="failed") == 1
    records.slow.broken = False
    log(ONE, AGENT)
    assert log.settled(PATIENCE)
    assert len(records.signals.accesses(ONE)) == 1


def test_a_crowd_does_not_fill_the_memory(
    log: AccessLog, records: SlowRecords, metrics: InMemoryMetrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: so many accesses wait at most; those beyond are counted."""
    monkeypatch.setattr(access_log, "WAITING_MOST", 2)
    log(ONE, AGENT)
    assert records.slow.asked.wait(PATIENCE)
    for _ in range(4):
        log(ONE, AGENT)
    assert metrics.value("access_unlogged", reason="crowded") == 2
    records.slow.let.set()
    assert log.settled(PATIENCE)
    assert len(records.signals.accesses(ONE)) == 3


def test_old_accesses_are_forgotten_once_a_day(log: AccessLog, records: SlowRecords, clock: FixedClock) -> None:
    """Rule: with the first access of a day, those older than the configured days go."""
    records.slow.let.set()
    for seconds in (0, 3_600, 86_400, 30 * 86_400):
        clock.advance(seconds)
        log(ONE, AGENT)
        assert log.settled(PATIENCE)
    days = [NOW + timedelta(days=each) for each in (-30, -29, 1)]
    assert records.slow.expiries == [days[0], days[1] + timedelta(hours=1), days[2] + timedelta(hours=1)]
    assert len(records.signals.accesses(ONE)) == 2


def test_an_access_names_its_reader() -> None:
    """Rule: nobody reads without a name."""
    with pytest.raises(InvalidField, match=r"access\.by"):
        Access(memory=ONE, by=" ", at=NOW)


def test_only_what_was_shown_is_logged(dated: Firm) -> None:
    """Rule: a full record that somebody was shown is logged; what is absent, out of scope or unasked is not."""
    memory = dated.approved("Orders are netted.", OMS)
    hidden = dated.approved("The gateway rounds half up.", MemoryScope(repos=("gateway",)))
    reader = attrs.evolve(dated.at("oms"), caller=AGENT)
    assert reader.get(memory).record
    assert reader.get(hidden).record is None
    assert reader.get(ONE).record is None
    assert dated.at("oms").get(memory).record
    dated.container.get()(memory, OMS)
    reader.search("are orders netted")
    reader.list()
    assert dated.container.access_log().settled(PATIENCE)
    signals = dated.container.records().signals
    assert [each.by for each in signals.accesses(memory)] == ["mira"]
    assert not [*signals.accesses(hidden), *signals.accesses(ONE)]


def test_a_read_that_failed_is_not_logged(dated: Firm) -> None:
    """Rule: who was shown nothing has read nothing; the answer is labelled as ever."""
    broken = InMemoryRecords()
    broken._queue = None  # type: ignore[assignment]  # noqa: SLF001 -- any failure of an adapter
    dated.container.records_for_reads.override(providers.Object(broken))
    dossier = dated.container.get()(ONE, OMS, AGENT)
    assert (dossier.record, dossier.label.degraded) == (None, True)
    assert dated.container.access_log().settled(0)
