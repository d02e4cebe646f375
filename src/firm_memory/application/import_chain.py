"""Import an export of this program: the whole chain into empty records, lossless, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.chain_checks import AS_CANDIDATES, clear_texts, event_of, require_chain, require_whole
from firm_memory.application.chain_lines import Header, read_entries, read_header
from firm_memory.application.ports.records import Records
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.domain.errors import ChainRefused
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.head import Head
from firm_memory.domain.ledger import Event, Sealed
from firm_memory.domain.principal import Caller, require_admin


@attrs.frozen(kw_only=True)
class ChainImported:
    """What a chain's import came to: its `entries` and `records`, and whether they were `new` here.

    `projected` memories are in the store because of it.
    """

    entries: int
    records: int
    new: bool
    projected: int = 0


@attrs.frozen(kw_only=True)
class ImportChain:
    """Verifies an export from the first entry to the last, and takes it over as one commit; then fills the store.

    Cut off before the commit, nothing is there; after it, everything is, and the next run finishes the store.
    """

    records: Records
    admission: Admission
    sync: Sync

    def __call__(
        self,
        name: str,
        lines: Iterable[bytes],
        caller: Caller,
        *,
        head: Head | None = None,
        dry_run: bool = False,
        progress: Progress = in_silence,
    ) -> ChainImported:
        """Take over the export in the file called `name`; with `head`, only a chain that holds it.

        The same export again, or an older one of the same ledger, changes nothing. A `dry_run` checks all of it and
        writes nothing. Raises `NotAllowed`, `MalformedFile` (file, line, column), `ChainRefused` (the first bad or
        differing entry), `Refused` (a secret in it), and on outages `WriteFailed`.
        """
        require_admin(caller, "import a ledger")
        header, entries = self.read(name, lines)
        require_chain(name, entries, header, head)
        events = [event_of(name, entry) for entry in entries]
        self._admit(entries, events)
        count = require_whole(events)
        if dry_run:
            return ChainImported(entries=len(entries), records=count, new=not self._known(entries))
        new = retried(lambda: self._taken_over(entries))
        projected = self.sync.everything(progress)
        return ChainImported(entries=len(entries), records=count, new=new, projected=projected)

    def read(self, name: str, lines: Iterable[bytes]) -> tuple[Header, Sequence[Sealed]]:
        """The header and the entries that an export holds, whether its chain holds or not. Raises `MalformedFile`."""
        remaining = iter(lines)
        header = read_header(name, next(remaining, b""))
        return header, list(read_entries(name, remaining))

    def _taken_over(self, entries: Sequence[Sealed]) -> bool:
        """Whether the chain was new here. Raises `LostUpdate` when somebody else wrote meanwhile."""
        if self._known(entries):
            return False
        self.records.adopt_chain(entries)
        return True

    def _known(self, entries: Sequence[Sealed]) -> bool:
        """Whether the records hold all of it already. Raises `ChainRefused` when they hold anything else."""
        length = 0
        for present, entry in zip(self.records.ledger.sealed(), entries, strict=False):
            if present.hash != entry.hash:
                raise ChainRefused(
                    f"Entry {entry.seq} is another one in the records, which have a history of their own. Nothing was "
                    f"changed. Import into empty records. {AS_CANDIDATES}."
                )
            length += 1
        if 0 < length < len(entries):
            raise ChainRefused(
                f"The records hold the first {length} of {len(entries)} entries, and a chain is taken over whole. "
                "Nothing was changed. Import into empty records."
            )
        return length == len(entries)

    def _admit(self, entries: Sequence[Sealed], events: Sequence[Event]) -> None:
        """Hold every text, and every name that stands in clear, against the rules on secrets."""
        for entry, event in zip(entries, events, strict=True):
            texts = {f"text {number}": text.text or "" for number, text in enumerate(entry.texts.values(), 1)}
            names = {"principal": event.principal, "on_behalf_of": event.on_behalf_of or "", **event.details}
            try:
                self.admission.names(texts | names | dict(clear_texts(json.loads(entry.body)["records"])))
            except Refused as refusal:
                raise Refused(
                    attrs.evolve(refusal.finding, field=f"entry {entry.seq}, {refusal.finding.field}")
                ) from None
