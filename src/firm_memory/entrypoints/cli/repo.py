"""The commands of repositories: `repo rename`."""

from __future__ import annotations

import json
import os
from typing import Annotated

import attrs
import typer

from firm_memory.application.rename_repo import RenamePlan
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.session import JSON, Terminal, answer, opened

app = typer.Typer(help="Repositories: what they are called.", no_args_is_help=True)


@app.callback()
def _repositories() -> None:
    """Repositories: what they are called."""


@app.command()
def rename(
    old: Annotated[str, typer.Argument(help="The name that the records know.")],
    new: Annotated[str, typer.Argument(help="The name from now on.")],
    by: Annotated[str | None, typer.Option("--by", help="Who decides; the default is you.")] = None,
    as_json: bool = JSON,
) -> None:
    """Let every record of a repository name it anew: memories, candidates, notes and cards. Ids stay."""
    with opened(as_json, everything=True) as memory:
        plan = memory.container.rename_repo().plan(old, memory.settings.repo_named(new))
        caller = memory.person(by)
        question = f"Rename {plan.rename.old} to {plan.rename.new}"
        door = consented(caller, memory.settings, os.environ, Terminal.present(), question, lambda: _announced(plan))
        moved = attrs.evolve(memory, caller=attrs.evolve(caller, via=door)).rename_repo(old, new)
    wire = {"old": plan.rename.old, "new": plan.rename.new, "records": moved, "merged": plan.merges}
    answer(as_json, wire, lambda: _told(plan, moved))


def _announced(plan: RenamePlan) -> str:
    merging = (
        f"{plan.rename.new} is known already, with {plan.there} records: the two become one repository, and no "
        "renaming takes them apart again.\n"
        if plan.merges
        else ""
    )
    return f"{merging}{plan.moving} records name {plan.rename.old}; all of them will name {plan.rename.new}."


def _told(plan: RenamePlan, moved: int) -> str:
    old, new = json.dumps(plan.rename.old, ensure_ascii=False), json.dumps(plan.rename.new, ensure_ascii=False)
    return (
        f"{moved} records renamed from {plan.rename.old} to {plan.rename.new}.\n"
        "Checkouts that still bear the former name ask under it. Until all are renamed, say so in config.yaml:\n"
        f"repos:\n  {new}:\n    aliases: [{old}]"
    )
