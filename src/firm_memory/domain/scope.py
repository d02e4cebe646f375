"""Where a memory is relevant: the firm, business domains, repositories. Never a person or a team.

Scope is relevance, not access control (spec: domain, scope).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from firm_memory.domain.errors import EmptyScope, InvalidScope
from firm_memory.domain.repository import normalise_slug
from firm_memory.domain.text import require_clean

FIRM_ATOM: Final = "firm"
_AXES: Final = frozenset({"firm", "domains", "repos"})
_NAME_LIMIT: Final = 200
_NAMES_MOST: Final = 64


def normalise_domain(name: str) -> str:
    """A domain's key: NFKC case-folded, trimmed. Raises `InvalidScope` on a blank or unusable name."""
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", require_clean("scope.domains", name)).casefold())
    return _checked("scope.domains", name, key.strip())


def normalise_repo(name: str) -> str:
    """A repo's slug (`group/name`). Raises `InvalidScope` on a blank or unusable name."""
    return _checked("scope.repos", name, normalise_slug(require_clean("scope.repos", name)))


def _checked(field: str, given: str, key: str) -> str:
    if not key or len(key) > _NAME_LIMIT or any(character in key for character in ",\n\r\t"):
        raise InvalidScope(
            field,
            f"{given[:60]!r} is not a usable name",
            f"Give a name of 1 to {_NAME_LIMIT} characters, without commas or line breaks",
        )
    return key


def _domains(names: Iterable[str]) -> tuple[str, ...]:
    return _several("scope.domains", {normalise_domain(name) for name in names})


def _repos(names: Iterable[str]) -> tuple[str, ...]:
    return _several("scope.repos", {normalise_repo(name) for name in names})


def _several(field: str, names: set[str]) -> tuple[str, ...]:
    if len(names) > _NAMES_MOST:
        raise InvalidScope(field, f"{len(names)} names", f"Name at most {_NAMES_MOST}, or use firm")
    return tuple(sorted(names))


@attrs.frozen(kw_only=True)
class MemoryScope:
    """Independent attributes, normalised, de-duplicated and sorted; at least one must be named."""

    firm: bool = False
    domains: tuple[str, ...] = attrs.field(default=(), converter=_domains)
    repos: tuple[str, ...] = attrs.field(default=(), converter=_repos)

    def __attrs_post_init__(self) -> None:
        if not (self.firm or self.domains or self.repos):
            raise EmptyScope("scope", "names nothing", "Name firm, one or more domains, or one or more repos")

    @property
    def atoms(self) -> frozenset[str]:
        """`firm`, `domain:x`, `repo:y`: what two scopes are compared by."""
        firm = {FIRM_ATOM} if self.firm else set[str]()
        return frozenset(firm | {f"domain:{name}" for name in self.domains} | {f"repo:{name}" for name in self.repos})

    def sees(self, other: MemoryScope) -> bool:
        """Whether a query with this scope may be shown a memory of scope `other`: they share an atom."""
        return not self.atoms.isdisjoint(other.atoms)

    @classmethod
    def asked(cls, *, repo: str | None = None, domains: Iterable[str] = ()) -> MemoryScope:
        """The scope of a query: the firm, plus the caller's repo and domains. It never widens beyond that."""
        return cls(firm=True, domains=tuple(domains), repos=(repo,) if repo else ())

    @classmethod
    def from_mapping(cls, wire: Mapping[str, object]) -> MemoryScope:
        """A scope from its JSON form. Raises `InvalidScope` naming any key that is not an axis."""
        for key in wire:
            if key not in _AXES:
                raise InvalidScope(
                    f"scope.{key[:40]}",
                    "is not an axis of scope",
                    "Use firm, domains, repos; there is no person or team axis",
                )
        firm = wire.get("firm", False)
        if not isinstance(firm, bool):
            raise InvalidScope("scope.firm", "is not true or false", "Give a boolean")
        return cls(firm=firm, domains=_strings("domains", wire), repos=_strings("repos", wire))


def _strings(axis: str, wire: Mapping[str, object]) -> tuple[str, ...]:
    value = wire.get(axis, ())
    if isinstance(value, list | tuple):
        names = tuple(item for item in value if isinstance(item, str))  # pyright: ignore[reportUnknownVariableType] -- narrowed here
        if len(names) == len(value):  # pyright: ignore[reportUnknownArgumentType] -- any list has a length
            return names
    raise InvalidScope(f"scope.{axis}", "is not a list of names", f'Give a list, such as {{"{axis}": ["name"]}}')
