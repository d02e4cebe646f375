"""The candidates file of an older version, read; the file itself is never touched.

It is a JSON list of candidates, or `{"candidates": [...]}`. A candidate is an object with `content`; further
keys are read where they are known and passed over otherwise. What a small old file leaves out is filled in,
and the approver is told so: no `type` is taken as task_learnings, no `scope` as the whole firm, no
`reference` as `import:candidates-file`, no time as the file's own, a time without offset as UTC. An approval
that the file claims is not believed: anybody can write a file, so a person decides again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

import attrs

from firm_memory.domain.approval import confidence_at_birth
from firm_memory.domain.candidate import Decision, Notice, Verdict
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.identity import memory_id
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import read_moment
from firm_memory.domain.provenance import Provenance, SourceKind, kind_of
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import encodable, require_clean

SOURCE: Final = "import:candidates-file"
_LIST: Final = re.compile(r'\s*(?:\{.*?"candidates"\s*:\s*)?\[\s*', re.DOTALL)
_NEXT: Final = re.compile(r"\s*,\s*")
_OPEN: Final = frozenset({"", "pending", "proposed", "open", "new", "approving"})
_APPROVED: Final = frozenset({"approved", "accepted", "active", "stored"})
_REJECTED: Final = frozenset({"rejected", "declined"})

Fields = Mapping[str, object]


@attrs.frozen(kw_only=True)
class LegacyCandidate:
    """One candidate as it will be proposed (`memory`, its id still that of a first proposal)."""

    memory: Memory
    notices: tuple[Notice, ...]
    rejection: Decision | None


@attrs.frozen(kw_only=True)
class LegacyFile:
    """What could be read, and everything that could not: where, why, and what to do about it."""

    candidates: tuple[LegacyCandidate, ...] = ()
    faults: tuple[str, ...] = ()


def read_legacy(path: Path) -> LegacyFile:
    """The file at `path`; an empty list where there is no such file. Raises `OSError` when it is out of reach."""
    try:
        raw, written = path.read_bytes(), datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return LegacyFile()
    wires, fault = _parse(raw)
    candidates, faults = list[LegacyCandidate](), [fault] if fault else []
    for number, wire in enumerate(wires, 1):
        try:
            candidates.append(_candidate(wire, written))
        except InvalidField as unreadable:
            faults.append(f"record {number}: {unreadable}")
    return LegacyFile(candidates=tuple(candidates), faults=tuple(faults))


def _parse(raw: bytes) -> tuple[list[object], str | None]:
    """The records of the file, and what is wrong with it as a whole."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        return [], f"byte {broken.start}: not UTF-8"
    try:
        wire: object = json.loads(text)
    except json.JSONDecodeError as broken:
        at = len(raw) - len(text[broken.pos :].encode())
        return _whole_records(text), f"byte {at}: not JSON ({broken.msg})"
    except (ValueError, RecursionError):  # figures too long, brackets too deep
        return [], "byte 0: not JSON that can be read"
    if isinstance(wire, dict):
        wire = cast("dict[str, object]", wire).get("candidates")
    if not isinstance(wire, list):
        return [], 'byte 0: neither a list of candidates nor {"candidates": [...]}'
    return cast("list[object]", wire), None


def _whole_records(text: str) -> list[object]:
    """The records before the place where a broken text stops being JSON."""
    decoder, records = json.JSONDecoder(), list[object]()
    start = _LIST.match(text)
    while start:
        try:
            record, end = decoder.raw_decode(text, start.end())
        except (ValueError, RecursionError):
            break
        records.append(record)
        start = _NEXT.match(text, end)
    return records


def _candidate(wire: object, written: datetime) -> LegacyCandidate:
    if not isinstance(wire, dict):
        raise InvalidField("candidate", "is not an object", "Repair or remove it")
    fields = cast("dict[str, object]", wire)
    source = {**fields, **_object(fields, "provenance")}
    tier = _text(fields, "tier") or MemoryTier.DURABLE.value
    if tier.casefold() != MemoryTier.DURABLE.value:
        raise InvalidField("tier", f"{tier[:40]!r} has no candidates", "Keep durable ones only")
    kind, scope = _text(fields, "type", "memory_type"), fields.get("scope")
    created = _moment(written, source, "created_at", "proposed_at")
    status = (_text(fields, "status") or "").casefold()
    if status not in _OPEN | _APPROVED | _REJECTED:
        raise InvalidField("status", f"{status[:40]!r} is unknown", "Use pending, approved or rejected")
    missing = [name for name, value in (("type", kind), ("scope", scope)) if value is None]
    memory = _memory(
        fields,
        MemoryType.TASK_LEARNING if kind is None else MemoryType.resolve(kind),
        MemoryScope(firm=True) if scope is None else MemoryScope.from_mapping(_object(fields, "scope")),
        _provenance(fields, source, created),
        created,
    )
    return LegacyCandidate(
        memory=memory,
        notices=_notices(missing, claimed=status in _APPROVED),
        rejection=_rejection(fields, created) if status in _REJECTED else None,
    )


def _memory(fields: Fields, kind: MemoryType, scope: MemoryScope, provenance: Provenance, created: datetime) -> Memory:
    content, asked = _text(fields, "content") or "", fields.get("confidence")
    if asked is not None and not isinstance(asked, int | float):
        raise InvalidField("confidence", "is not a number", "Give a number from 0 to 1, or leave it out")
    return Memory(
        id=memory_id(content, kind, scope),
        content=content,
        title=_text(fields, "title"),
        summary=_text(fields, "summary"),
        type=kind,
        scope=scope,
        confidence=confidence_at_birth(provenance.kind, asked, by_agent=False),
        provenance=provenance,
        tags=_tags(fields),
        created_at=created,
        updated_at=created,
    )


def _tags(fields: Fields) -> tuple[str, ...]:
    tags = fields.get("tags")
    if tags is None:
        return ()
    if isinstance(tags, list):
        texts = [encodable(tag) for tag in cast("list[object]", tags) if isinstance(tag, str)]
        if len(texts) == len(cast("list[object]", tags)):
            return tuple(texts)
    raise InvalidField("tags", "is not a list of texts", 'Write ["netting"]')


def _provenance(fields: Fields, source: Fields, created: datetime) -> Provenance:
    reference, kind, old = _text(source, "reference") or SOURCE, _text(source, "kind"), fields.get("id")
    if not isinstance(old, str | int | None):
        raise InvalidField("id", "is neither a text nor a number", "Write it in quotes, or leave it out")
    try:
        known = kind_of(reference) if kind is None else SourceKind(kind.casefold())
    except ValueError:
        raise InvalidField("provenance.kind", f"{kind!r} is unknown", "Leave it out") from None
    return Provenance(
        kind=known,
        reference=reference,
        also_seen=() if old is None else (f"{SOURCE}#{encodable(str(old))}",),
        evidence=_text(source, "evidence"),
        commit=_name(source, "commit"),
        proposed_by=_name(source, "proposer", "proposed_by") or SOURCE,
        on_behalf_of=_name(source, "on_behalf_of"),
        proposed_at=created,
    )


def _rejection(fields: Fields, created: datetime) -> Decision:
    told = {**fields, **_object(fields, "decision")}
    return Decision(
        verdict=Verdict.REJECTED,
        by=_name(told, "rejected_by", "decided_by", "approver", "by") or SOURCE,
        reason=_text(told, "rejection_reason", "reason") or "No reason stands in the candidates file.",
        at=_moment(created, told, "rejected_at", "decided_at", "at"),
        revision=2,
    )


def _notices(missing: list[str], *, claimed: bool) -> tuple[Notice, ...]:
    notices = [Notice(rule="imported", why="It comes from a candidates file and has not been scanned")]
    notices += [Notice(rule=f"no_{name}", why=f"The file gave no {name}; amend it") for name in missing]
    if claimed:
        notices.append(Notice(rule="claimed_approval", why="The file calls it approved, which proves nothing"))
    return tuple(notices)


def _object(fields: Fields, key: str) -> Fields:
    value = fields.get(key)
    if value is None:
        return {}
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    raise InvalidField(key, "is not an object", "Write it as {...}, or leave it out")


def _text(fields: Fields, *keys: str) -> str | None:
    """The first of those keys that has a text; half characters become U+FFFD."""
    for key in keys:
        value = fields.get(key)
        if isinstance(value, str):
            return encodable(value)
        if value is not None:
            raise InvalidField(key, "is not a text", "Write it in quotes, or leave it out")
    return None


def _name(fields: Fields, *keys: str) -> str | None:
    value = _text(fields, *keys)
    return None if value is None else require_clean(keys[0], value)


def _moment(default: datetime, fields: Fields, *keys: str) -> datetime:
    text = _text(fields, *keys)
    return default if text is None else read_moment(keys[0], text)
