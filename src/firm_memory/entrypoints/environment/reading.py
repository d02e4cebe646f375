"""Reading the settings: environment over configuration file over defaults.

Every problem names the variable or key, its value (secrets masked) and the remedy.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.entrypoints.environment import parsing
from firm_memory.entrypoints.environment.config_file import ConfigFile, read_config_file
from firm_memory.entrypoints.environment.settings import CONFIG_VARIABLE, SETTINGS, Settings, default_home

_PREFIXES: Final = ("FIRM_MEMORY_", "FIRM_MEM0_")
_SECRET_WORDS: Final = ("DSN", "URL", "KEY", "PASSWORD", "TOKEN")
_HOME: Final = "FIRM_MEMORY_HOME"
_NOWHERE: Final = Path("/nonexistent/firm-memory")


@attrs.frozen(kw_only=True)
class Read:
    """What was read. `problems` leave the field at its default; `warnings` are for a person to see once.

    `config_file` is where the configuration file is, or would be looked for.
    """

    settings: Settings
    config_file: Path
    problems: tuple[ConfigurationError, ...] = ()
    warnings: tuple[str, ...] = ()
    legacy: tuple[str, ...] = ()

    def require_sound(self) -> None:
        """Raise `ConfigurationError` with every problem, a line each."""
        if self.problems:
            raise ConfigurationError("\n".join(map(str, self.problems)))


def read_settings(environment: Mapping[str, str]) -> Read:
    """Read everything, collecting every problem instead of stopping at the first. Never raises."""
    written = {name: text for name, text in environment.items() if text.strip() or name == parsing.DSN_VARIABLE}
    problems, legacy = list[ConfigurationError](), list[str]()
    home = _default_home(written, problems)
    path, file = _file(written, home, problems)
    values: dict[str, Any] = {"home": home}
    for field in SETTINGS:
        name, text = _source(field, written, file, path)
        if name is None or text is None:
            continue
        if name in field.metadata["legacy"]:
            legacy.append(name)
        try:
            values[field.name] = _parsed(field, name, text)
        except ConfigurationError as problem:
            problems.append(problem)
    settings = Settings(**values, repos=file.repos)
    if settings.raw_cosine_floor is not None and "min_score" not in values:
        settings = attrs.evolve(settings, min_score=0.0)  # the legacy floor keeps its meaning and stands alone
    return Read(
        settings=settings,
        config_file=path,
        problems=tuple(problems),
        warnings=_unknown(environment),
        legacy=tuple(legacy),
    )


def _default_home(written: Mapping[str, str], problems: list[ConfigurationError]) -> Path:
    try:
        return default_home(written)
    except ConfigurationError as problem:
        if _HOME not in written:
            problems.append(problem)
        return _NOWHERE


def _file(written: Mapping[str, str], home: Path, problems: list[ConfigurationError]) -> tuple[Path, ConfigFile]:
    """The configuration file that is in force, and where it is. A misread place has none: no other is guessed."""
    explicit = CONFIG_VARIABLE if CONFIG_VARIABLE in written else None
    given = explicit or (_HOME if _HOME in written else None)
    try:
        place = parsing.path(written[given]) if given else home
    except ValueError as error:
        if explicit:
            problems.append(ConfigurationError(f"{CONFIG_VARIABLE}: {error}."))
        return home / "config.yaml", ConfigFile()  # a home that is no path is told of with the other settings
    path = place if explicit else place / "config.yaml"
    try:
        missing = explicit is not None and not path.is_file()
    except OSError:  # a folder on the way is closed to this user: reading it tells which
        missing = False
    if missing:
        problems.append(ConfigurationError(f"{CONFIG_VARIABLE} names {path}, which is no file. Correct or unset it."))
        return path, ConfigFile()
    file = read_config_file(path)
    problems += file.problems
    return path, file


def _source(
    field: attrs.Attribute[Any], written: Mapping[str, str], file: ConfigFile, path: Path
) -> tuple[str | None, str | None]:
    """The name under which a setting is given, and its text: new name, legacy names, then the file."""
    for name in (field.metadata["variable"], *field.metadata["legacy"]):
        if name in written:
            return name, written[name]
    return (f"{field.name} in {path}", file.values[field.name]) if field.name in file.values else (None, None)


def _parsed(field: attrs.Attribute[Any], name: str, text: str) -> object:
    try:
        return field.metadata["parse"](text)
    except ConfigurationError as error:  # of a DSN, which is never shown; worded for the usual variable
        raise ConfigurationError(str(error).replace(parsing.DSN_VARIABLE, name, 1)) from None
    except (FirmMemoryError, ValueError) as error:
        secret = any(word in field.metadata["variable"] for word in _SECRET_WORDS) or "@" in text or "://" in text
        shown = "***" if secret else repr(text[:80])
        problem = str(error).rstrip(".")
        raise ConfigurationError(f"{name} is {shown}: {problem}. Correct it, or unset it for the default.") from None


def _unknown(environment: Mapping[str, str]) -> tuple[str, ...]:
    known = {CONFIG_VARIABLE} | {
        name for field in SETTINGS for name in (field.metadata["variable"], *field.metadata["legacy"])
    }
    by_tail = {_tail(name): name for name in sorted(known)}
    warnings = list[str]()
    for name in sorted(environment):
        if name.startswith(_PREFIXES) and name not in known:
            near = difflib.get_close_matches(_tail(name), by_tail, n=1)
            hint = f"; did you mean {by_tail[near[0]]}?" if near else ""
            warnings.append(f"unknown variable {name}{hint}")
    return tuple(warnings)


def _tail(name: str) -> str:
    """What stands behind the prefix, which all names share and nobody misspells."""
    return name.split("_", 2)[2] if name.startswith(_PREFIXES) else name
