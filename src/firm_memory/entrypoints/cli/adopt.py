"""The command `adopt`: an earlier firm-memory's pool is taken over where it stands."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Annotated

import attrs
import typer

from firm_memory.application.pooled import likely_name
from firm_memory.application.survey import Adopted
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.scope import normalise_repo
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.progress import progress
from firm_memory.entrypoints.cli.session import JSON, Terminal, answer, opened
from firm_memory.entrypoints.pools import pool


def adopt(
    repo: Annotated[
        list[str] | None, typer.Option(help="OLD=NEW: what a repository of the pool is called today (repeat).")
    ] = None,
    keep_vectors: Annotated[
        bool, typer.Option("--keep-vectors", help="The configured model made the pool's vectors: keep them.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything and write nothing.")] = False,
    by: Annotated[str | None, typer.Option("--by", help="Who answers for it; the default is you.")] = None,
    as_json: bool = JSON,
) -> None:
    """Take over the pool of an earlier firm-memory where it stands. What was approved there stays approved.

    The table gets columns, each memory a beginning in the ledger and a new vector. No row is removed; one that
    breaks a rule is named, and left out of recall.
    """
    with opened(as_json, everything=True) as memory:
        old, repos = pool(memory.container.host()), _renamed(memory, repo or ())
        use_case, caller = memory.container.adopt(), memory.person(by)
        outcome = use_case(old, caller, repos=repos, keep_vectors=keep_vectors, dry_run=True)
        likely = _likely(memory, outcome)
        if not (dry_run or outcome.already):
            subject = f"{old.name}: {_sum(outcome)} They are in force here as they were there."
            question = f"Adopt {old.name}"
            door = consented(caller, memory.settings, os.environ, Terminal.present(), question, lambda: subject)
            caller = attrs.evolve(caller, via=door)
        if not dry_run:
            outcome = use_case(old, caller, repos=repos, keep_vectors=keep_vectors, progress=progress("embedded"))
    wire = {**attrs.asdict(outcome), "pool": old.name, "dry_run": dry_run, "likely_repos": dict(likely)}
    answer(as_json, wire, lambda: _text(outcome, likely, dry_run=dry_run))


def _renamed(memory: FirmMemory, pairs: Sequence[str]) -> Mapping[str, str]:
    table = dict[str, str]()
    for pair in pairs:
        old, equals, new = pair.partition("=")
        if not (equals and old and new):
            raise InvalidField("--repo", "is no OLD=NEW", "Write --repo quant-oms=quant/oms")
        table[old] = normalise_repo(memory.settings.repo_named(new))
    return table


def _likely(memory: FirmMemory, outcome: Adopted) -> Mapping[str, str]:
    """What the repositories that still bear an earlier name are probably called."""
    atoms = (atom.removeprefix("repo:") for atom in memory.container.records().queue.atoms())
    known = {*atoms, *memory.settings.repos, memory.standpoint.repo or ""} - {*outcome.repos, ""}
    guesses = {repo: likely_name(repo, known) for repo in outcome.repos}
    return {repo: guess for repo, guess in guesses.items() if guess}


def _sum(outcome: Adopted) -> str:
    return f"{outcome.memories} memories can be taken over, {len(outcome.left_out)} rows cannot."


def _text(outcome: Adopted, likely: Mapping[str, str], *, dry_run: bool) -> str:
    if outcome.already:
        return f"Nothing to adopt: this pool was taken over before. {outcome.finished} changes were finished now."
    lines = [f"left out of recall, and left where it is: {each.place}: {each.why}" for each in outcome.left_out]
    if outcome.unread:
        lines.append(f"These keys of its rows are no field of a memory, and end here: {', '.join(outcome.unread)}")
    if dry_run:
        lines.append(f"{_sum(outcome)} Nothing was changed.")
    else:
        lines.append(
            f"{outcome.memories} memories adopted, {outcome.recorded} of them recorded now; "
            f"{len(outcome.left_out)} rows left out."
        )
    return "\n".join([*lines, *_repo_lines(likely, dry_run=dry_run)])


def _repo_lines(likely: Mapping[str, str], *, dry_run: bool) -> list[str]:
    """How to give each repository its present name, and what to configure for checkouts that use the earlier one."""
    if not likely:
        return []
    deeds = [
        f"  --repo {old}={new}" if dry_run else f"  firm-memory repo rename {old} {new}" for old, new in likely.items()
    ]
    aliases = [f"  {json.dumps(new)}:\n    aliases: [{json.dumps(old)}]" for old, new in likely.items()]
    how = "adopt with" if dry_run else "run"
    return [
        f"Repositories under an earlier name. If these are they, {how}",
        *deeds,
        "and say so in config.yaml, for whoever still asks by that name:",
        "repos:",
        *aliases,
    ]
