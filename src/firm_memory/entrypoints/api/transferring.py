"""Transferring: everything out into one file, and knowledge in from files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs

from firm_memory.application.chain_drafts import drafts_of
from firm_memory.application.import_chain import ChainImported
from firm_memory.application.imported import CandidatesImported
from firm_memory.application.ports.source import Defaults, Reading
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.retry import retried
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.head import Head
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.api.seat import Seat

AUTO: Final = "auto"


@attrs.frozen(kw_only=True)
class Transferring(Seat):
    """The verbs that move knowledge between memories."""

    def export(self, path: str | os.PathLike[str], *, progress: Progress = in_silence) -> Path:
        """Write everything into the file `path`, whole or not at all; the same records give the same bytes.

        Raises `RecordsDamaged` for a ledger that does not hold, `WriteFailed` where the file cannot be written.
        """
        from firm_memory.adapters.documents.chain_file import written

        target = Path(path)
        retried(lambda: written(target, self.exported(progress)))
        return target

    def exported(self, progress: Progress = in_silence) -> Iterable[bytes]:
        """The lines of an export. Raises `LostUpdate` midway when something is redacted meanwhile."""
        return self.container.export()(self.caller, progress)

    def import_from(
        self,
        path: str | os.PathLike[str],
        *,
        source: str = AUTO,
        type: MemoryType | str | None = None,
        scope: MemoryScope | None = None,
        head: str | None = None,
        as_candidates: bool = False,
        dry_run: bool = False,
        progress: Progress = in_silence,
    ) -> ChainImported | CandidatesImported:
        """Take knowledge over from a file or a folder.

        An export of this program (`firm-memory`) is taken over whole, by an admin, into empty records; with
        `as_candidates` what it says is proposed anew instead. `markdown`, `adr`, `agents` and `mem0` always become
        candidates, of `type` and `scope` where they name none themselves; `auto` tells them apart by name. `head`
        is what the chain must hold. A `dry_run` checks everything and writes nothing. Raises `MalformedFile`,
        `ChainRefused`, `NotAllowed`, `Refused`, `InvalidField`, and on outages `WriteFailed`.
        """
        from firm_memory.adapters.documents.chain_file import opened
        from firm_memory.adapters.documents.folder import SourceName, recognised

        place = Path(path)
        named = recognised(place) if source == AUTO else given.as_choice("source", SourceName, source)
        kind = None if type is None else given.as_type(type)
        if named is not SourceName.FIRM_MEMORY and (head is not None or as_candidates):
            raise InvalidField("head" if head else "as_candidates", "is only for an export", "Leave it out")
        if named is not SourceName.FIRM_MEMORY:
            return self._candidates(self.reading(place, named.value, kind, scope), dry_run, progress)
        chain = self.container.import_chain()
        with opened(place) as lines:
            if as_candidates:
                return self._candidates(drafts_of(place.name, chain.read(place.name, lines)[1]), dry_run, progress)
            former = None if head is None else Head.read(head)
            return chain(place.name, lines, self.caller, head=former, dry_run=dry_run, progress=progress)

    def holds_chain(self, path: str | os.PathLike[str], source: str = AUTO) -> bool:
        """Whether `path` is to be read as an export of this program. Raises `MalformedFile`."""
        from firm_memory.adapters.documents.folder import SourceName, recognised

        return source == SourceName.FIRM_MEMORY.value or (
            source == AUTO and recognised(Path(path)) is SourceName.FIRM_MEMORY
        )

    def reading(
        self, path: Path, source: str, type: MemoryType | None = None, scope: MemoryScope | None = None
    ) -> Reading:
        """What a source says, before any gate."""
        from firm_memory.adapters.documents.folder import SourceName, documents
        from firm_memory.adapters.documents.readers import READERS

        name = SourceName(source)
        found, unread = documents(path, name)
        reading = READERS[name](found, Defaults(scope=self.standpoint.placed(scope), type=type))
        return attrs.evolve(reading, left_out=(*unread, *reading.left_out))

    def _candidates(self, reading: Reading, dry_run: bool, progress: Progress) -> CandidatesImported:  # noqa: FBT001
        return self.container.import_candidates()(reading, self.caller, dry_run=dry_run, progress=progress)
