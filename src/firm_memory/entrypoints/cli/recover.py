"""Commands that project the ledger into a store: sync, reindex, copy."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from firm_memory.application.reindex import Reindexed
from firm_memory.entrypoints import providers
from firm_memory.entrypoints.cli.progress import progress
from firm_memory.entrypoints.cli.session import JSON, answer, opened


def sync(
    everything: Annotated[bool, typer.Option("--all", help="Project every record, to rebuild a lost store.")] = False,
    as_json: bool = JSON,
) -> None:
    """Bring the store up to what the ledger says."""
    with opened(as_json, everything=True) as memory:
        use_case = memory.container.sync()
        finished = use_case.everything(progress("projected")) if everything else use_case()
    what = "records projected" if everything else "changes finished"
    answer(as_json, {"finished": finished}, lambda: f"{finished} {what}")


def reindex(as_json: bool = JSON) -> None:
    """Fill a new collection from the ledger, with the configured model, and take it into use when it is complete.

    The present one answers meanwhile. Cut off, nothing has changed; the next run continues.
    """
    with opened(as_json, everything=True) as memory:
        done = memory.container.reindex()(progress("embedded"))
        model = memory.container.embedder().card.name
    wire = {"memories": done.count, "resumed": done.resumed, "model": model, "former": done.former}
    answer(as_json, wire, lambda: _reindexed(done, model))


def copy(
    to: Annotated[str, typer.Option("--to", help="The provider to copy into, with its settings from the environment")],
    collection: Annotated[str | None, typer.Option(help="mem0: another collection than the configured one.")] = None,
    as_json: bool = JSON,
) -> None:
    """Project the ledger into another store. The present one, and the ledger, stay as they are."""
    with opened(as_json, everything=True) as memory:
        container = memory.container
        with closing(providers.target(container.host(), to, collection)) as target:
            done = container.copy_to()(target, progress("copied"))
    wire = {"memories": done.count, "told": done.told, "held": done.held, "seq": done.seq}
    place = f"{to}, collection {collection}" if collection else to
    answer(
        as_json,
        wire,
        lambda: (
            f"{done.count} memories are in {place} ({done.held} were there already), up to entry {done.seq} of the "
            "ledger; each was read back.\nTo use it, configure it beside the present records "
            "(FIRM_MEMORY_CANDIDATES_PATH); firm-memory sync --all then tells it what came meanwhile."
        ),
    )


def _reindexed(done: Reindexed, model: str) -> str:
    resumed = f", {done.resumed} of them by an earlier run" if done.resumed else ""
    kept = (
        f"\nThe former collection is kept as {done.former}: it holds something that the ledger does not know. "
        "Look through it, and drop it."
        if done.former
        else ""
    )
    return f"{done.count} memories, filled by {model}{resumed}; the new collection is in use.{kept}"
