"""Front matter: the YAML block on top of a document. Every value is read as the text that stands there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, cast

import attrs

from firm_memory.adapters.documents.text import Unreadable
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

_BLOCK: Final = re.compile(r"---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_AXES: Final = ("domains", "repos")
# Who wrote, decided or was asked is a fact about individuals: never kept, and no remark repeats it.
PEOPLE: Final = frozenset(
    {
        "author",
        "authors",
        "consulted",
        "decider",
        "deciders",
        "decision-maker",
        "decision-makers",
        "decisionmakers",
        "informed",
        "owner",
        "owners",
        "reviewers",
    }
)
_READ: Final = frozenset({"title", "summary", "type", "tags", "scope", "status", "date", "id"})


@attrs.frozen(kw_only=True)
class FrontMatter:
    """The fields on top of a document, and the text below them."""

    fields: Mapping[str, object]
    body: str

    def text(self, key: str) -> str | None:
        """A field as it is written; None when it is absent, empty or a list."""
        value = self.fields.get(key)
        return value.strip() or None if isinstance(value, str) else None

    def texts(self, key: str) -> tuple[str, ...]:
        """A field as a list; a lone word, or words between commas, is one too."""
        value = self.fields.get(key)
        several = value.split(",") if isinstance(value, str) else _listed(value)
        return tuple(each.strip() for each in several if isinstance(each, str) and each.strip())

    def type(self) -> MemoryType | None:
        """The type that the document names, where it is one of the thirteen."""
        named = self.text("type")
        try:
            return None if named is None else MemoryType.resolve(named)
        except InvalidField:
            return None

    def scope(self) -> MemoryScope | None:
        """The scope that the document names: `firm`, or a mapping of `domains` and `repos`. Raises `InvalidField`."""
        value = self.fields.get("scope")
        if value == "firm":
            return MemoryScope(firm=True)
        if not isinstance(value, dict):
            return None
        axes = FrontMatter(fields=cast("dict[str, object]", value), body="")
        domains, repos = (axes.texts(axis) for axis in _AXES)
        return MemoryScope(firm=axes.text("firm") == "true", domains=domains, repos=repos)

    def evidence(self) -> str | None:
        """What the document says of itself beside its text, word for word: number, status, date."""
        named = [f"{key}: {words}" for key in ("id", "status", "date") if (words := self.text(key))]
        return "; ".join(named) or None

    def oddities(self) -> Sequence[str]:
        """What whoever imports should know: a date that is none, a type that is none, fields that are not read."""
        told = list[str]()
        day = self.text("date")
        if day is not None and not _is_date(day):
            told.append(f"its date {day[:40]!r} is no date of the calendar; it is kept as it is written")
        if self.text("type") is not None and self.type() is None:
            told.append("its type is none of the thirteen, and not used")
        unread = sorted(key for key in self.fields if key not in _READ and key.casefold() not in PEOPLE)
        if unread:
            told.append(f"front matter that is not read: {', '.join(unread)}")
        return told


def front_matter(text: str) -> FrontMatter:
    """The front matter of a document, empty where there is none.

    Raises `Unreadable` for two blocks, of which nobody knows the right one, and for what is no YAML mapping.
    """
    found = _BLOCK.match(text)
    if found is None:
        return FrontMatter(fields={}, body=text)
    body = text[found.end() :]
    if _BLOCK.match(body.lstrip("\n")) is not None:
        raise Unreadable("two blocks of front matter, and which one holds is ambiguous; leave one")
    return FrontMatter(fields=_mapping(found["yaml"]), body=body)


def _mapping(block: str) -> Mapping[str, object]:
    import yaml

    try:
        # The base loader makes texts of everything: `no` stays a word, 0010 keeps its zeros, a date is no date.
        loaded: object = yaml.load(block, Loader=yaml.BaseLoader)  # noqa: S506 -- it constructs no objects
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark
        where = f"line {mark.line + 2}, column {mark.column + 1}" if mark else "its beginning"
        raise Unreadable(f"its front matter is no YAML at {where}; mend it") from None
    except (yaml.YAMLError, RecursionError):
        raise Unreadable("its front matter is no YAML; mend it") from None
    if loaded in (None, ""):
        return {}
    if not isinstance(loaded, dict):
        raise Unreadable("its front matter is no list of keys and values; mend it")
    fields = cast("dict[object, object]", loaded)
    return {str(key): value for key, value in fields.items()}


def _listed(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True
