"""Erasing: which texts of the ledger go when a record is redacted. Bodies and hashes never change (ADR 12)."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

import attrs

from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.domain.ledger import Change, Sealed, SealedText


def texts_to_erase(body: str, gone: Callable[[uuid.UUID], bool]) -> frozenset[str]:
    """The digests in an event's body behind which no text may be left.

    They are the texts of every record that is `gone`, and the event's reason, which spoke of it. A text that a
    record which is not gone has in the same event stays for that one: whoever finds the secret there, too,
    redacts that record, and then it goes.
    """
    written = cast("dict[str, Any]", json.loads(body))
    own, others = list[object](), list[object]()
    for record in written["records"]:
        (own if gone(uuid.UUID(record["memory"]["id"])) else others).append(record)
    if own:
        own.append(written.get("reason"))
    return frozenset(_digests(own)) - frozenset(_digests(others))


def erased(entry: Sealed, digests: Iterable[str], by: int) -> Sealed:
    """The entry without texts and salts behind `digests`, as event `by` leaves it."""
    blank = SealedText(salt=None, text=None, redacted_by=by)
    texts = {digest: blank for digest in digests if entry.texts[digest].redacted_by is None}
    return attrs.evolve(entry, texts={**entry.texts, **texts}) if texts else entry


def erasures(change: Change, fold: LedgerFold) -> Mapping[int, Sealed]:
    """The entries of `fold` as `change`, which comes next, leaves them, by number; none unless it redacts."""
    touched = {entry.seq: entry for record in change.redacts for entry in fold.touching(record)}

    def gone(record: uuid.UUID) -> bool:
        known = fold.get(record)
        return record in change.redacts or (known is not None and known.memory.redaction is not None)

    left = {seq: erased(each, texts_to_erase(each.body, gone), fold.seq + 1) for seq, each in touched.items()}
    return {seq: entry for seq, entry in left.items() if entry is not touched[seq]}


def _digests(value: object) -> Iterator[str]:
    match value:
        case {"$text": str(digest)}:
            yield digest
        case dict():
            yield from _digests(list(cast("dict[str, object]", value).values()))
        case list():
            for each in cast("list[object]", value):
                yield from _digests(each)
        case _:
            pass
