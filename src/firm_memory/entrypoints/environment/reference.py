"""The settings as documentation: `docs/configuration.md` and `config.example.yaml` are written by this module.

`python -m firm_memory.entrypoints.environment.reference` writes both into the current directory.
"""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Any, cast

import attrs

from firm_memory.entrypoints.environment.settings import CONFIG_VARIABLE, SETTINGS

_HEAD = f"""# Configuration

Environment over configuration file over defaults. The file is the one that `{CONFIG_VARIABLE}` names, else
`config.yaml` under the home; never one from a checkout. Empty means unset, except for the DSN, where it is an error.
An unusable value stops the command line; a library or an MCP server stays up, answers reads empty and labelled, and
writes with the message.

A checkout's `.firm-memory.toml` may hold `repo`, `domains` and `[components]`, nothing else.

| variable | key in config.yaml | default | meaning | legacy names |
|---|---|---|---|---|
"""


def default_text(field: attrs.Attribute[Any]) -> str:
    """A setting's default as one would write it; a dash where there is none."""
    if field.name == "home":
        return "$XDG_DATA_HOME/firm-memory, else ~/.local/share/firm-memory"
    default: object = field.default
    if default is None or default == ():
        return "—"
    if isinstance(default, bool):
        return "on" if default else "off"
    if isinstance(default, tuple):
        return ",".join(map(str, cast("tuple[object, ...]", default)))
    return str(default.value if isinstance(default, enum.Enum) else default)


def markdown() -> str:
    """`docs/configuration.md`."""
    rows = [
        f"| {field.metadata['variable']} | {field.name} | {default_text(field)} | {field.metadata['meaning']} "
        f"| {', '.join(field.metadata['legacy']) or '—'} |"
        for field in SETTINGS
    ]
    return _HEAD + "\n".join(rows) + "\n"


def example() -> str:
    """`config.example.yaml`: every key, commented out, with its meaning and default."""
    lines = ["# Copy to config.yaml under FIRM_MEMORY_HOME, and uncomment what you change."]
    for field in SETTINGS:
        value = "~/.local/share/firm-memory" if field.name == "home" else default_text(field)
        lines += ["", f"# {field.metadata['meaning']}", f"# {field.name}: {'' if value == '—' else value}".rstrip()]
    lines += ["", "# repositories by slug: other names they go by, and their domains", "# repos:"]
    lines += ["#   quant/oms:", "#     aliases: [oms]", "#     domains: [execution]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path("docs/configuration.md").write_text(markdown(), encoding="utf-8")
    Path("config.example.yaml").write_text(example(), encoding="utf-8")
