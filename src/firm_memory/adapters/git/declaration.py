"""What a checkout declares of itself in `.firm-memory.toml`: `repo`, `domains`, `[components]`, nothing else."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, cast

import attrs

from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.scope import MemoryScope, normalise_repo
from firm_memory.domain.text import shorten

FILE_NAME: Final = ".firm-memory.toml"
_KEYS: Final = frozenset({"repo", "domains", "components"})
_BYTES_MOST: Final = 64 * 1024
_COMPONENTS_MOST: Final = 200
_PATTERN_LIMIT: Final = 500
_POSITION: Final = re.compile(r"line \d+, column \d+")


@attrs.frozen(kw_only=True)
class Declaration:
    """The usable part of the file, and a notice for each part that is not."""

    repo: str | None = None
    domains: tuple[str, ...] = ()
    components: dict[str, str] = attrs.field(factory=dict[str, str])
    notices: tuple[str, ...] = ()


def nearest_declaration(directory: Path, root: Path) -> Declaration:
    """The declaration nearest to `directory`, looking upwards no further than `root`. Never raises.

    Both are real paths, without symbolic links. An absent file declares nothing.
    """
    for folder in (directory, *directory.parents):
        if not folder.is_relative_to(root):
            break
        path = folder / FILE_NAME
        if path.is_symlink() or path.exists():
            return _read(path, root)
    return Declaration()


def _read(path: Path, root: Path) -> Declaration:
    try:
        # A link out of the work tree, a pipe or a device would have us read what the checkout does not hold.
        if not path.is_file() or not path.resolve().is_relative_to(root):
            return _nothing("is not a file of this work tree")
        if path.stat().st_size > _BYTES_MOST:
            return _nothing(f"is over {_BYTES_MOST // 1024} KiB")
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        place = _POSITION.search(str(error))
        return _nothing("is not valid TOML" + (f" ({place[0]})" if place else ""))
    except (OSError, UnicodeError, RecursionError, ValueError):
        return _nothing("cannot be read as UTF-8 text in TOML")
    return _declared(values)


def _declared(values: dict[str, object]) -> Declaration:
    notices = [
        f"{FILE_NAME}: {shorten(key, 40)!r} is ignored; only repo, domains and components are read from a checkout"
        + _nearest(key)
        for key in values
        if key not in _KEYS
    ]
    repo, domains, components = _repo(values, notices), _domains(values, notices), _components(values, notices)
    return Declaration(repo=repo, domains=domains, components=components, notices=tuple(notices))


def _nearest(key: str) -> str:
    """The known key that was probably meant, as the end of a sentence."""
    near = difflib.get_close_matches(key.casefold()[:40], sorted(_KEYS), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _repo(values: dict[str, object], notices: list[str]) -> str | None:
    value = values.get("repo", "")
    if isinstance(value, str) and value.strip():
        try:
            return normalise_repo(value)
        except FirmMemoryError:
            pass
    if value != "":
        notices.append(f'{FILE_NAME}: repo is not usable and ignored; write repo = "group/name"')
    return None


def _domains(values: dict[str, object], notices: list[str]) -> tuple[str, ...]:
    value = values.get("domains", [])
    if isinstance(value, list) and _all_text(cast("list[object]", value)):
        try:
            return MemoryScope(firm=True, domains=tuple(cast("list[str]", value))).domains
        except FirmMemoryError:
            pass
    notices.append(f'{FILE_NAME}: domains is not usable and ignored; write domains = ["name"]')
    return ()


def _components(values: dict[str, object], notices: list[str]) -> dict[str, str]:
    value = values.get("components", {})
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        named = {pattern: name for pattern, name in table.items() if isinstance(name, str)}
        short = all(len(text) <= _PATTERN_LIMIT for pair in named.items() for text in pair)
        if len(named) == len(table) <= _COMPONENTS_MOST and short:
            return named
    notices.append(f'{FILE_NAME}: components is not usable and ignored; write "src/billing/**" = "billing" under it')
    return {}


def _all_text(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def _nothing(problem: str) -> Declaration:
    return Declaration(notices=(f"{FILE_NAME} {problem}; nothing in it is used",))
