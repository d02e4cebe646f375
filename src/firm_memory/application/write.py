"""Write: the one order of every change — prepare, record, apply, read back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.metrics import Metrics
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.salt import Salt
from firm_memory.application.projection import Projection
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import FirmMemoryError, WriteFailed
from firm_memory.domain.ledger import Change, Event, EventKind
from firm_memory.domain.principal import Caller

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Write:
    """Commits a change to the ledger and projects it into the store.

    A failure before the record leaves everything as it was. A failure after it raises as well; the change
    stands in the ledger and the next approval, `sync` or start finishes it without doubling.
    """

    records: Records
    admission: Admission
    projection: Projection
    clock: Clock
    salt: Salt
    metrics: Metrics

    def __call__(
        self,
        kind: EventKind,
        caller: Caller,
        *records: Record,
        reason: str | None = None,
        details: Mapping[str, str] = _NONE,
    ) -> Event:
        """Commit `records` (each at its next revision) as one event, and store what concerns the store.

        Names and `details` pass the gate too: they stand in the chain in clear and can never be redacted.
        Whoever gives a `reason` has had it pass the gate already.
        """
        self.admission.names({"principal": caller.name, "on_behalf_of": caller.on_behalf_of or "", **details})
        change = Change(
            kind=kind,
            caller=caller,
            occurred_at=self.clock.now(),
            records=records,
            salt=self.salt(),
            reason=reason,
            details=details,
        )
        self.records.prepare()
        if not change.projects:
            return self.records.commit(change)
        rows = self.projection.prepare(records)
        event = self.records.commit(change)
        try:
            self.projection.apply(rows)
        except FirmMemoryError as error:
            self.metrics.count("stored_late", kind=kind.value)
            raise WriteFailed(
                f"Recorded as event {event.seq}, and not stored yet: {error} "
                "It is kept; approve again or run firm-memory sync."
            ) from error
        self.records.ledger.mark_stored(event.seq)
        return event
