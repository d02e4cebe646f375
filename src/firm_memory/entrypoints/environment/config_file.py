"""The configuration file: `FIRM_MEMORY_CONFIG`, else `config.yaml` under the home, never one from a checkout."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

import attrs

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.domain.scope import normalise_domain
from firm_memory.entrypoints.environment import parsing
from firm_memory.entrypoints.environment.settings import SETTINGS, RepoEntry

_LISTS = frozenset({"domains", "toolsets"})
_ENTRY = frozenset({"aliases", "domains"})
_REPOS_FORM = "Write each as slug: {aliases: [...], domains: [...]}"


@attrs.frozen(kw_only=True)
class ConfigFile:
    """What stands in the file: the text of each setting, the repositories, and what is wrong with it."""

    values: Mapping[str, str] = attrs.field(factory=dict[str, str])
    repos: Mapping[str, RepoEntry] = attrs.field(factory=dict[str, RepoEntry])
    problems: tuple[ConfigurationError, ...] = ()


def read_config_file(path: Path) -> ConfigFile:
    """The file at `path`; an absent one holds nothing. Never raises: every problem names the path and the key."""
    try:
        content = _parsed(path)
    except (FileNotFoundError, NotADirectoryError):
        return ConfigFile()
    except ConfigurationError as error:
        return ConfigFile(problems=(ConfigurationError(f"{path} {error}"),))
    values, problems = dict[str, str](), list[ConfigurationError]()
    repos = dict[str, RepoEntry]()
    for key, value in content.items():
        try:
            if key == "repos":
                repos = _repos(value)
            elif (text := _as_text(str(key), value)) is not None:
                values[str(key)] = text
        except (FirmMemoryError, ValueError) as error:
            problems.append(ConfigurationError(f"{path}: {error}"))
    return ConfigFile(values=values, repos=repos, problems=tuple(problems))


def nearest(name: str, known: Iterable[str]) -> str:
    """`Did you mean …?` with a leading blank, or nothing where nothing is near."""
    near = difflib.get_close_matches(name, sorted(known), n=1)
    return f" Did you mean {near[0]}?" if near else ""


def _parsed(path: Path) -> dict[object, object]:
    import yaml  # lazily: most processes have no configuration file

    try:
        content: object = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise ConfigurationError(f"cannot be read ({error.strerror}). Give this user access, or move it.") from None
    except yaml.MarkedYAMLError as error:
        line = f" at line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ConfigurationError(f"is no YAML{line}. Correct it; config.example.yaml shows the form.") from None
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise ConfigurationError(f"cannot be read as YAML ({type(error).__name__}). Correct the file.") from None
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise ConfigurationError("is not a mapping of settings. Write lines such as limit: 5.")
    return cast("dict[object, object]", content)


def _as_text(key: str, value: object) -> str | None:
    """The setting as its variable would spell it; None where it is empty, which means unset."""
    known = {field.name for field in SETTINGS}
    if key not in known:
        raise ConfigurationError(
            f"unknown setting {key[:60]!r}.{nearest(key, known | {'repos'})} Correct or remove it."
        )
    if value is None:
        return None
    if isinstance(value, list) and key in _LISTS:
        names = cast("list[object]", value)
        if not all(isinstance(each, str | int) and "," not in str(each) for each in names):
            raise ConfigurationError(f"{key} holds something that is no name. Write {key}: [one, another].")
        return ",".join(map(str, names)) or None
    if isinstance(value, bool):
        return "on" if value else "off"
    if not isinstance(value, str | int | float):
        raise ConfigurationError(f"{key} is not a single value. Write it as {key}: value.")
    text = str(value)
    return text if text.strip() or key == "pg_dsn" else None  # an empty DSN is an error, not libpq's defaults


def _repos(value: object) -> dict[str, RepoEntry]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigurationError(f"repos is not a mapping. {_REPOS_FORM}.")
    repos = {
        parsing.repo(_name("repos", slug)): _entry(str(slug), entry)
        for slug, entry in cast("dict[object, object]", value).items()
    }
    owners: dict[str, str] = {}
    for slug, entry in repos.items():
        for name in entry.aliases:
            other = name if name in repos else owners.get(name, slug)
            if other != slug:
                raise ConfigurationError(f"repos: {name!r} names both {slug} and {other}. Give each name once.")
            owners[name] = slug
    return repos


def _entry(slug: str, value: object) -> RepoEntry:
    if value is None:
        return RepoEntry()
    if not isinstance(value, dict):
        raise ConfigurationError(f"repos.{slug} is not a mapping. {_REPOS_FORM}.")
    entry = cast("dict[object, object]", value)
    for key in entry:
        if key not in _ENTRY:
            raise ConfigurationError(
                f"repos.{slug} has no key {str(key)[:60]!r}.{nearest(str(key), _ENTRY)} {_REPOS_FORM}."
            )
    return RepoEntry(
        aliases=tuple(map(parsing.repo, _names(f"repos.{slug}.aliases", entry.get("aliases")))),
        domains=tuple(map(normalise_domain, _names(f"repos.{slug}.domains", entry.get("domains")))),
    )


def _names(place: str, value: object) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ConfigurationError(f"{place} is not a list. {_REPOS_FORM}.")
    return [_name(place, each) for each in cast("list[object]", value)]


def _name(place: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ConfigurationError(f"{place} holds something that is no name. {_REPOS_FORM}.")
    return str(value)
