"""Reading the settings: environment over configuration file over defaults.

The file is `FIRM_MEMORY_CONFIG`, else `config.yaml` under the home; never one from a checkout, which could
redirect the store or the model. Errors name variable, value (secrets masked) and remedy.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import attrs

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.entrypoints.environment import parsing
from firm_memory.entrypoints.environment.settings import CONFIG_VARIABLE, SETTINGS, RepoEntry, Settings, default_home

_PREFIXES: Final = ("FIRM_MEMORY_", "FIRM_MEM0_")
_SECRET_WORDS: Final = ("DSN", "URL", "KEY", "PASSWORD", "TOKEN")
_DSN: Final = "FIRM_MEM0_PG_DSN"


@attrs.frozen(kw_only=True)
class Read:
    """What was read. `problems` leave the field at its default; `warnings` are for a person to see once."""

    settings: Settings
    problems: tuple[ConfigurationError, ...] = ()
    warnings: tuple[str, ...] = ()
    legacy: tuple[str, ...] = ()


def read_settings(environment: Mapping[str, str]) -> Read:
    """Read everything, collecting every problem instead of stopping at the first. Never raises."""
    values: dict[str, Any] = {"home": default_home(environment)}
    problems, legacy = list[ConfigurationError](), list[str]()
    written = {name: value for name, value in environment.items() if value.strip() or name == _DSN}
    config, repos, config_problems = _config_file(written, default_home(environment))
    problems += config_problems
    for field in SETTINGS:
        name, text = _source(field, written, config)
        if name is None or text is None:
            continue
        if name in field.metadata["legacy"]:
            legacy.append(name)
        try:
            values[field.name] = _parsed(field, name, text)
        except ConfigurationError as problem:
            problems.append(problem)
    settings = Settings(**values, repos=repos)
    if settings.raw_cosine_floor is not None and "min_score" not in values:
        settings = attrs.evolve(settings, min_score=0.0)  # the legacy floor keeps its meaning and stands alone
    return Read(settings=settings, problems=tuple(problems), warnings=_unknown(environment), legacy=tuple(legacy))


def _source(
    field: attrs.Attribute[Any], written: Mapping[str, str], config: Mapping[str, str]
) -> tuple[str | None, str | None]:
    """The name under which a setting is given, and its text: new name, legacy names, then the file."""
    for name in (field.metadata["variable"], *field.metadata["legacy"]):
        if name in written:
            return name, written[name]
    return (f"{field.name} in config.yaml", config[field.name]) if field.name in config else (None, None)


def _parsed(field: attrs.Attribute[Any], name: str, text: str) -> Any:
    if field.name == "pg_dsn" and not text.strip():
        raise ConfigurationError(f"{name} required: it is empty. Give a libpq URI, or the word embedded.")
    try:
        value = field.metadata["parse"](text)
        return parsing.dsn(name, value) if _is_dsn(field.name, value) else value
    except ConfigurationError:  # it names the variable and hides the value already
        raise
    except (FirmMemoryError, ValueError) as error:
        secret = any(word in name.upper() for word in _SECRET_WORDS)
        shown = "***" if secret else repr(text[:80])
        raise ConfigurationError(f"{name} is {shown}: {error}. Correct it, or unset it for the default.") from None


def _is_dsn(field: str, value: object) -> bool:
    """Whether a setting's value is read by libpq: where it is unusable, that is told before anything is opened."""
    return field in {"pg_dsn", "migrate_dsn"} or (field == "candidates_path" and "://" in str(value))


def _config_file(
    written: Mapping[str, str], home: Path
) -> tuple[dict[str, str], dict[str, RepoEntry], list[ConfigurationError]]:
    explicit = written.get(CONFIG_VARIABLE)
    home = parsing.path(written["FIRM_MEMORY_HOME"]) if "FIRM_MEMORY_HOME" in written else home
    path = parsing.path(explicit) if explicit else home / "config.yaml"
    if not path.is_file():
        missing = [ConfigurationError(f"{CONFIG_VARIABLE} names {path}, which is no file. Correct or unset it.")]
        return {}, {}, missing if explicit else []
    try:
        return (*_loaded(path), [])
    except (ConfigurationError, FirmMemoryError) as error:
        return {}, {}, [ConfigurationError(f"{path}: {error}")]


def _loaded(path: Path) -> tuple[dict[str, str], dict[str, RepoEntry]]:
    import yaml  # lazily: most processes have no configuration file

    try:
        content: object = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"cannot be read as YAML ({type(error).__name__}). Correct the file.") from None
    if content is None:
        return {}, {}
    if not isinstance(content, dict):
        raise ConfigurationError("is not a mapping of settings. Write lines such as limit: 5.")
    mapping = cast("dict[str, object]", content)
    known = {field.name for field in SETTINGS} | {"repos"}
    for key in mapping:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise ConfigurationError(f"unknown setting {str(key)[:60]!r}.{hint}")
    plain = {key: _as_text(value) for key, value in mapping.items() if key != "repos" and value is not None}
    return plain, _repos(mapping.get("repos"))


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value)


def _repos(value: object) -> dict[str, RepoEntry]:
    if value is None:
        return {}
    try:
        return {
            parsing.repo(slug): RepoEntry(
                aliases=tuple(parsing.repo(name) for name in entry.get("aliases", ())),
                domains=tuple(parsing.domains(",".join(entry.get("domains", ())))),
            )
            for slug, entry in cast("dict[str, dict[str, list[str]]]", value).items()
        }
    except (AttributeError, TypeError) as error:
        raise ConfigurationError("repos: write slug: {aliases: [...], domains: [...]}.") from error


def _unknown(environment: Mapping[str, str]) -> tuple[str, ...]:
    known = {CONFIG_VARIABLE} | {
        name for field in SETTINGS for name in (field.metadata["variable"], *field.metadata["legacy"])
    }
    warnings = list[str]()
    for name in sorted(environment):
        if name.startswith(_PREFIXES) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            warnings.append(f"unknown variable {name}{hint}")
    return tuple(warnings)
