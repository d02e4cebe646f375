"""Export: everything the firm knows, as the lines of one file that another memory can take over."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import attrs

from firm_memory.application.chain_lines import Header, entry_line, header_line
from firm_memory.application.ports.records import Records
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.sealing import unseal
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate, RecordsDamaged
from firm_memory.domain.ledger import Sealed
from firm_memory.domain.principal import Caller, Role, require_role


@attrs.frozen(kw_only=True)
class Export:
    """Reads the ledger as it stands when the export begins. What was redacted before that is not in it."""

    records: Records

    def __call__(self, caller: Caller, progress: Progress = in_silence) -> Iterator[bytes]:
        """The header, then every entry, each a line with its end.

        Raises `RecordsDamaged` for a chain that does not hold, before the first line; and `LostUpdate` midway when
        something was redacted meanwhile: whoever writes the lines down begins anew.
        """
        require_role(caller, Role.READER, "export")
        header = self._header()
        return self._lines(header, progress)

    def _header(self) -> Header:
        records, redacted = set[uuid.UUID](), 0

        def counted() -> Iterator[Sealed]:
            nonlocal redacted
            for entry in self.records.ledger.sealed():
                yield entry
                redacted += sum(text.redacted_by is not None for text in entry.texts.values())
                records.update(record.id for record in unseal(entry, stored=True).records)

        report = verify_chain(counted())
        if not report.ok:
            raise RecordsDamaged(
                f"The ledger does not hold at entry {report.bad_seq}: {report.problem}. Nothing was exported; "
                "run firm-memory ledger verify."
            )
        return Header(seq=report.length, hash=report.head, records=len(records), redacted=redacted)

    def _lines(self, header: Header, progress: Progress) -> Iterator[bytes]:
        yield header_line(header)
        redacted = 0
        for entry in self.records.ledger.sealed():
            if entry.seq > header.seq:
                break
            redacted += sum(text.redacted_by is not None for text in entry.texts.values())
            if redacted > header.redacted:
                raise LostUpdate("Something was redacted while the ledger was exported. Export it anew.")
            yield entry_line(entry)
            progress(entry.seq, header.seq)
