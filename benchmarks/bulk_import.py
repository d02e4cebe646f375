"""How fast a bulk import is, beside what the embedder alone gives: `python benchmarks/bulk_import.py [DOCUMENTS]`.

Both read the same texts with the default model, in batches of the same size, in one process; the import goes on to the
gate, the comparison with memory and queue, and records in files.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from firm_memory import FirmMemory, MemoryScope, MemoryType
from firm_memory.application.import_candidates import BATCH
from firm_memory.application.ports.source import Draft, Reading
from firm_memory.domain.statement import Statement

_TOPICS = ("feed", "gateway", "ledger", "archive", "router", "replay", "pricer", "matcher")
_DEEDS = (
    "keeps its journal on disk",
    "asks twice before it gives up",
    "rounds at the very end",
    "starts with the venue",
)
_SCOPE = MemoryScope(repos=("oms",))


def texts(number: int) -> list[str]:
    """Statements of the length that people write: three sentences."""
    return [
        f"The {_TOPICS[each % 8]} of desk {each} {_DEEDS[each // 8 % 4]}, since venue {each * 7} charges for the other "
        f"way. Read the incident of week {each % 52} first. The {_TOPICS[each // 3 % 8]} depends on it."
        for each in range(number)
    ]


def main(number: int) -> None:
    """Print both rates and their ratio."""
    with (
        tempfile.TemporaryDirectory() as home,
        FirmMemory.from_env({"FIRM_MEMORY_HOME": home, "FIRM_MEMORY_PROVIDER": "memory"}, Path(home)) as memory,
    ):
        memory.warm()
        said, embedder = texts(number), memory.container.embedder()
        drafts = [
            Draft(
                place=f"docs/{each}.md",
                statement=Statement(
                    content=text, type=MemoryType.TASK_LEARNING, scope=_SCOPE, reference=f"docs/{each}.md"
                ),
            )
            for each, text in enumerate(said)
        ]
        embedder.embed(said[:BATCH])
        start = time.perf_counter()
        for first in range(0, number, BATCH):
            embedder.embed(said[first : first + BATCH])
        alone = number / (time.perf_counter() - start)
        start = time.perf_counter()
        outcome = memory.container.import_candidates()(Reading(drafts=drafts), memory.caller)
        bulk = number / (time.perf_counter() - start)
    print(f"{len(outcome.accepted)} of {number} accepted")
    print(f"embedder alone {alone:8.1f} texts/s")
    print(f"bulk import    {bulk:8.1f} texts/s, {bulk / alone:.0%} of it")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
