"""Commands that browse: list, stale, tags."""

from __future__ import annotations

from typing import Annotated

import typer

from firm_memory.application.browse import PAGE
from firm_memory.application.wire import memory_to_wire
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.listing import Listed, Listing, TagCounts
from firm_memory.entrypoints.cli import views
from firm_memory.entrypoints.cli.recall import Domain, Repo
from firm_memory.entrypoints.cli.session import JSON, UNAVAILABLE, answer, opened, reported

_DOWN = frozenset({Reason.TIMEOUT, Reason.UNAVAILABLE, Reason.CIRCUIT_OPEN, Reason.CONFIG})
Limit = Annotated[int, typer.Option(help="Most of them, 1 to 50.")]
Cursor = Annotated[str | None, typer.Option(help="Continue behind the page that printed this cursor.")]


def list_memories(
    kind: Annotated[str | None, typer.Option("--type", help="Only this kind.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only what bears this tag.")] = None,
    status: Annotated[
        str | None,
        typer.Option(help="Only this status, such as proposed or archived; the default is what is in force."),
    ] = None,
    steward: Annotated[str | None, typer.Option(help="Only what this person answers for.")] = None,
    updated_since: Annotated[
        str | None, typer.Option(help="Only what changed since: a day or an ISO 8601 time.")
    ] = None,
    stale_days: Annotated[
        int | None, typer.Option(help="Only what nobody changed or verified for so many days.")
    ] = None,
    repo: Repo = None,
    domain: Domain = None,
    limit: Limit = PAGE,
    cursor: Cursor = None,
    as_json: bool = JSON,
) -> None:
    """Browse the shared pool, latest change first."""
    with opened(as_json) as memory:
        listing = memory.list(
            type=kind,
            tag=tag,
            status=status,
            steward=steward,
            updated_since=updated_since,
            stale_days=stale_days,
            repo=repo,
            domains=domain,
            limit=limit,
            cursor=cursor,
        )
    _shown(as_json, listing)


def stale(
    days: Annotated[int | None, typer.Option(help="Neither changed nor verified for so many days.")] = None,
    document: Annotated[
        list[str] | None,
        typer.Option(help="REFERENCE=HASH: a document's present hash; what was taken from another text is stale, too."),
    ] = None,
    repo: Repo = None,
    domain: Domain = None,
    limit: Limit = PAGE,
    cursor: Cursor = None,
    as_json: bool = JSON,
) -> None:
    """List what has gone stale and wants its steward's eye."""
    with reported(as_json):
        documents = dict(map(_document, document or ()))
    with opened(as_json) as memory:
        listing = memory.stale(days=days, documents=documents, repo=repo, domains=domain, limit=limit, cursor=cursor)
    _shown(as_json, listing)


def tags(repo: Repo = None, domain: Domain = None, as_json: bool = JSON) -> None:
    """Count the tags of what is in force."""
    with opened(as_json) as memory:
        counted = memory.tags(repo=repo, domains=domain)
    wire = {**views.label_wire(counted.label), "tags": dict(counted.counts)}
    answer(as_json, wire, lambda: _tags_text(counted))
    _end(counted.label)


def _document(given: str) -> tuple[str, str]:
    reference, _, digest = given.rpartition("=")
    if not reference or not digest:
        raise InvalidField("document", "is no pair", "Write REFERENCE=HASH")
    return reference, digest


def _shown(as_json: bool, listing: Listing) -> None:
    wire = {
        **views.label_wire(listing.label),
        "memories": [_wire(each) for each in listing],
        "cursor": listing.cursor,
        "note": listing.note,
    }
    answer(as_json, wire, lambda: _listing_text(listing))
    _end(listing.label)


def _end(label: Label) -> None:
    if label.mode is Mode.NONE and not _DOWN.isdisjoint(label.reasons):
        raise typer.Exit(UNAVAILABLE)


def _wire(listed: Listed) -> dict[str, object]:
    return {
        "memory": {**memory_to_wire(listed.memory), "status": listed.record.status.value},
        "age_days": listed.age_days,
        "stale": listed.stale,
    }


def _listing_text(listing: Listing) -> str:
    if not listing:
        return f"Nothing listed. {views.label_text(listing.label)}".rstrip()
    last = [f"{listing.note} {views.label_text(listing.label)}".rstrip()]
    last += [f"More: --cursor {listing.cursor}"] if listing.cursor else []
    return "\n\n".join([*map(_text, listing), "\n".join(last)])


def _text(listed: Listed) -> str:
    memory = listed.memory
    steward = f"steward {memory.steward}" if memory.steward else "no steward"
    verified = f"verified {memory.verified_at:%Y-%m-%d}" if memory.verified_at else "never verified"
    told = [f"changed {memory.updated_at:%Y-%m-%d}", verified, steward, *(["stale"] if listed.stale else [])]
    return f"{views.memory_text(memory)}\n  {' · '.join(told)}"


def _tags_text(counted: TagCounts) -> str:
    lines = [f"{count:>5}  {tag}" for tag, count in counted.counts.items()]
    return "\n".join(lines) or f"No tags. {views.label_text(counted.label)}".rstrip()
