"""Where a caller stands: its account, its repository and domains, and how those become a scope."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from firm_memory.application.ports.checkout import Surroundings
from firm_memory.domain.anchoring import within
from firm_memory.domain.errors import EmptyScope, FirmMemoryError, InvalidScope
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.text import require_name
from firm_memory.entrypoints.arguments import as_scope, as_text
from firm_memory.entrypoints.environment.settings import Settings


def operating_system_user() -> str:
    """The account that this process runs as, by name; by number where it has none (a container without passwd).

    Not what LOGNAME or USER say: those are anybody's to set.
    """
    number = os.getuid()
    try:
        return require_name("principal", pwd.getpwuid(number).pw_name)
    except (KeyError, FirmMemoryError):
        return f"uid-{number}"


def here() -> Path:
    """The working directory; the root where it was removed under the process."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path("/")


@attrs.frozen(kw_only=True)
class Standpoint:
    """The caller's default scope. Names are resolved through the configured aliases on the way in."""

    settings: Settings
    repo: str | None = None
    domains: tuple[str, ...] = ()
    root: str | None = None
    components: Mapping[str, str] = attrs.field(factory=dict[str, str])
    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings, surroundings: Surroundings) -> Standpoint:
        """The standpoint of a checkout; the configured repo wins over the one that git tells."""
        named = settings.repo or surroundings.repo
        repo = settings.repo_named(named) if named else None
        domains, notices = settings.domains_of(repo), surroundings.notices
        together = tuple(dict.fromkeys((*domains, *surroundings.domains)))
        try:
            MemoryScope.asked(domains=together)
        except InvalidScope as error:  # each list is usable, both together are more than a scope may name
            notices = (*notices, f"the domains of the checkout are left out: {error}")
        else:
            domains = together
        return cls(
            settings=settings,
            repo=repo,
            domains=domains,
            root=surroundings.root,
            components=surroundings.components,
            notices=notices,
        )

    def asked(self, repo: str | None = None, domains: Iterable[str] | None = None) -> MemoryScope:
        """The scope of a query. Explicit arguments replace the default; an empty list means firm only."""
        if repo is None and domains is None:
            return MemoryScope.asked(repo=self.repo, domains=self.domains)
        slug = self.settings.repo_named(as_text("repo", repo)) if repo is not None else None
        if domains is not None:
            return MemoryScope.asked(repo=slug, domains=domains)
        entry = self.settings.repos.get(slug) if slug else None
        return MemoryScope.asked(repo=slug, domains=entry.domains if entry else ())

    def touched(self, paths: Iterable[str]) -> tuple[str, ...]:
        """The paths that lie in this checkout, relative to it."""
        return within(paths, self.root)

    def placed(self, scope: MemoryScope | None) -> MemoryScope:
        """The scope of a new memory: as given, else the caller's repository. Raises `EmptyScope` without one."""
        if scope is not None:
            return attrs.evolve(as_scope(scope), repos=tuple(self.settings.repo_named(name) for name in scope.repos))
        if self.repo is None:
            raise EmptyScope(
                "scope", "is missing and there is no repository here", "Name repos, domains or firm explicitly"
            )
        return MemoryScope(repos=(self.repo,))

    def anchored(self, anchors: Iterable[Anchor]) -> tuple[Anchor, ...]:
        """The anchors with their repositories by slug."""
        return tuple(attrs.evolve(each, repo=self.settings.repo_named(each.repo)) for each in anchors)

    def noted(self) -> MemoryScope:
        """The scope of a working note: the caller's repository, else its domains, else the firm."""
        if self.repo is not None:
            return MemoryScope(repos=(self.repo,))
        return MemoryScope(domains=self.domains) if self.domains else MemoryScope(firm=True)
