"""The local trust mode: a coding agent has a shell, so decisions ask a person at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import typer

from firm_memory.domain.errors import NotAllowed
from firm_memory.domain.principal import Caller
from firm_memory.entrypoints.cli.session import Terminal, remark
from firm_memory.entrypoints.environment.settings import Settings

# Variables that coding-agent harnesses set in the shells they run.
AGENT_VARIABLES: Final = (
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "OPENCODE",
    "CURSOR_AGENT",
    "CODEX_SANDBOX",
    "GEMINI_CLI",
    "AIDER_CHAT",
    "CLINE_ACTIVE",
    "AGENT",
)


def consented(
    caller: Caller,
    settings: Settings,
    environment: Mapping[str, str],
    terminal: Terminal,
    question: str,
    subject: Callable[[], str],
) -> str:
    """The door to write in the ledger (`cli`, or `cli-unattended`) once a person has agreed.

    `subject` is what the person is shown before the question. Raises `NotAllowed` under an agent's harness,
    whatever is switched on; without a terminal, unless FIRM_MEMORY_UNATTENDED_APPROVAL is on; and when the
    person says no.
    """
    harness = next((name for name in AGENT_VARIABLES if environment.get(name)), None)
    if harness:
        raise NotAllowed(
            f"This is a coding agent's shell ({harness} is set), and decisions need a person. "
            "Run the command in your own terminal."
        )
    if settings.unattended_approval:
        return "cli-unattended"
    if not terminal.interactive:
        raise NotAllowed(
            "There is no terminal here, and decisions need a person. Run the command in a terminal, "
            "or set FIRM_MEMORY_UNATTENDED_APPROVAL=on where no agent can (CI)."
        )
    remark(subject())
    if not typer.confirm(f"{question} as {caller.name}?", default=False, err=True):
        raise NotAllowed("Not confirmed; nothing was changed.")
    return "cli"
