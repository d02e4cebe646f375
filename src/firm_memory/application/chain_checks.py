"""What a chain from elsewhere has to show before it is taken over: it holds, it reads back, its records fit."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

from firm_memory.application.chain_lines import Header
from firm_memory.application.sealing import unseal
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import ChainRefused, FirmMemoryError
from firm_memory.domain.head import Head, verify_against
from firm_memory.domain.ledger import Event, Sealed
from firm_memory.domain.lineage import require_lineage
from firm_memory.domain.memory import Memory
from firm_memory.domain.text import require_clean

AS_CANDIDATES: Final = "Its words can be proposed anew, each for a person to decide on: import it with --as-candidates"


def require_chain(name: str, entries: Sequence[Sealed], header: Header, head: Head | None) -> None:
    """Raise `ChainRefused` unless the entries are a whole chain that ends as `header` says, and holds `head`."""
    report = verify_chain(entries) if head is None else verify_against(entries, head)
    problem, where = report.problem, f"entry {report.bad_seq}" if report.bad_seq else "its head"
    if report.ok and (report.length, report.head) != (header.seq, header.hash):
        problem = f"it ends at entry {report.length}, and its header names {header.seq}:{header.hash}"
        where = "its end"
    if problem is not None:
        raise ChainRefused(
            f"{name}: the chain does not hold at {where}: {problem}. Nothing was changed. {AS_CANDIDATES}."
        )


def event_of(name: str, entry: Sealed) -> Event:
    """The event of an entry. What a body of another make makes the reader stumble over is refused by its place."""
    try:
        event = unseal(entry, stored=False)
        for text in entry.texts.values():
            require_clean("text", text.text or "")
        if len({text.salt for text in entry.texts.values() if text.salt is not None}) > 1:
            raise ChainRefused("its texts have more than one salt")  # noqa: TRY301 -- told by its place, like the rest
    except FirmMemoryError as broken:
        raise ChainRefused(f"{name}: entry {entry.seq} cannot be taken over: {broken} Nothing was changed.") from None
    except Exception as broken:  # noqa: BLE001 -- whatever a stranger's body makes the reader raise
        raise ChainRefused(
            f"{name}: entry {entry.seq} does not read back ({type(broken).__name__}). Nothing was changed."
        ) from None
    return event


def require_whole(events: Iterable[Event]) -> int:
    """The number of records; each grows by one revision at a time, and no link of theirs leads nowhere or back."""
    present = dict[uuid.UUID, Memory]()
    for event in events:
        for record in event.records:
            before = present[record.id].revision if record.id in present else 0
            if record.memory.revision != before + 1:
                raise ChainRefused(
                    f"Entry {event.seq} brings {record.id} from revision {before} to {record.memory.revision}. "
                    "Nothing was changed."
                )
            present[record.id] = record.memory
    require_lineage(present)
    return len(present)


def clear_texts(value: object, path: str = "records") -> Iterator[tuple[str, str]]:
    """The texts that stand in a body in clear, such as scopes and stewards, by their place."""
    match value:
        case str():
            yield path, value
        case dict():
            for key, each in cast("dict[str, Any]", value).items():
                if key != "$text":
                    yield from clear_texts(each, f"{path}.{key}")
        case list():
            for number, each in enumerate(cast("list[object]", value)):
                yield from clear_texts(each, f"{path}.{number}")
        case _:
            pass
