"""What mending damaged records came to."""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen(kw_only=True)
class Repair:
    """What `FileRecords.repair` found and did; as text, a report for a person.

    `damage` says what was wrong with the journal, None where nothing was; `backup` is the copy made
    before it was cut. `torn` counts uncommitted bytes that were set aside, `imported` the entries taken
    over from a candidates file, whose unreadable parts `left_out` lists. `entries` hold now.
    """

    entries: int
    damage: str | None = None
    backup: Path | None = None
    torn: int = 0
    imported: int = 0
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = [f"{self.entries} entries hold"]
        if self.damage:
            told.append(f"the journal was cut behind them; the whole of it is kept as {self.backup}")
        if self.torn:
            told.append(f"{self.torn} bytes of an unfinished entry were set aside in a .torn file")
        if self.imported:
            told.append(f"{self.imported} of them were taken over from the candidates file")
        if self.left_out:
            told.append(f"left out of the candidates file, which is as it was: {', '.join(self.left_out)}")
        return "; ".join(told) if len(told) > 1 else f"nothing to mend: {told[0]}"
