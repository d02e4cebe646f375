"""Where a memory is relevant: the firm, business domains, repositories. Never a person or a team.

Scope is relevance, not access control (spec: domain, scope).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, cast

import attrs

from firm_memory.domain.errors import EmptyScope, InvalidScope
from firm_memory.domain.repository import slug_of
from firm_memory.domain.text import comparison_key, is_blank, quoted, require_clean

FIRM_ATOM: Final = "firm"
_AXIS_SHOWN: Final = 24  # whatever was passed by mistake may be a secret
_AXES: Final = frozenset({"firm", "domains", "repos"})
_NAME_LIMIT: Final = 200
_NAMES_MOST: Final = 64
_UNUSABLE: Final = re.compile("[,\x00-\x1f\x7f-\x9f\u2028\u2029]")


def normalise_domain(name: str) -> str:
    """A domain's key: its comparison key. Raises `InvalidScope` on a blank or unusable name."""
    return _checked("scope.domains", name, comparison_key)


def normalise_repo(name: str, field: str = "scope.repos") -> str:
    """A repo's slug (`group/name`), also from a pasted remote, of which no credential is kept.

    Raises `InvalidScope` on a blank or unusable name.
    """
    return _checked(field, name, slug_of)


def _checked(field: str, given: str, normalise: Callable[[str], str]) -> str:
    key = normalise(require_clean(field, given)) if len(given) <= _NAME_LIMIT else ""
    if is_blank(key) or len(key) > _NAME_LIMIT or _UNUSABLE.search(given.strip()) or _UNUSABLE.search(key):
        shown = "a name" if "@" in given else quoted(given)  # before an @ may stand a password
        raise InvalidScope(
            field,
            f"{shown} is not usable",
            f"Give a name of 1 to {_NAME_LIMIT} characters, without commas or line breaks",
        )
    return key


def _domains(names: Iterable[str]) -> tuple[str, ...]:
    return _several("domains", names, normalise_domain)


def _repos(names: Iterable[str]) -> tuple[str, ...]:
    return _several("repos", names, normalise_repo)


def _strings(axis: str, value: object) -> tuple[str, ...]:
    """The names in `value`; a lone text is refused, since Python would read it letter by letter."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        given = tuple(cast("Iterable[object]", value))
        names = tuple(name for name in given if isinstance(name, str))
        if len(names) == len(given):
            return names
    raise InvalidScope(f"scope.{axis}", "is not a list of names", f'Give a list, such as {{"{axis}": ["name"]}}')


def _several(axis: str, names: Iterable[str], normalise: Callable[[str], str]) -> tuple[str, ...]:
    several = _strings(axis, names)
    if len(several) > _NAMES_MOST:
        raise InvalidScope(f"scope.{axis}", f"{len(several)} names", f"Name at most {_NAMES_MOST}, or use firm")
    return tuple(sorted({normalise(name) for name in several}))


@attrs.frozen(kw_only=True)
class MemoryScope:
    """Independent attributes, normalised, de-duplicated and sorted; at least one must be named."""

    firm: bool = False
    domains: tuple[str, ...] = attrs.field(default=(), converter=_domains)
    repos: tuple[str, ...] = attrs.field(default=(), converter=_repos)

    def __attrs_post_init__(self) -> None:
        if type(self.firm) is not bool:  # 1 and "false" are true to Python, and would widen to the firm
            raise InvalidScope("scope.firm", "is not true or false", "Give a boolean")
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
        return cls(firm=True, domains=domains, repos=(repo,) if repo else ())

    @classmethod
    def from_mapping(cls, wire: Mapping[str, object]) -> MemoryScope:
        """A scope from its JSON form. Raises `InvalidScope` naming any key that is not an axis."""
        for key in wire:
            if key not in _AXES:
                raise InvalidScope(
                    f"scope.{key if len(key) <= _AXIS_SHOWN else '…'}",
                    "is not an axis of scope",
                    "Use firm, domains, repos; there is no person or team axis",
                )
        axes = {axis: _strings(axis, wire.get(axis, ())) for axis in ("domains", "repos")}
        return cls(firm=cast("bool", wire.get("firm", False)), **axes)  # the constructor refuses what is no boolean
