"""Where a caller stands: its repository and domains, and how that becomes a scope."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from firm_memory.application.ports.checkout import Surroundings
from firm_memory.domain.errors import EmptyScope
from firm_memory.domain.scope import MemoryScope
from firm_memory.entrypoints.environment.settings import Settings


@attrs.frozen(kw_only=True)
class Standpoint:
    """The caller's default scope. Names are resolved through the configured aliases on the way in."""

    settings: Settings
    repo: str | None = None
    domains: tuple[str, ...] = ()
    components: Mapping[str, str] = attrs.field(factory=dict[str, str])
    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings, surroundings: Surroundings) -> Standpoint:
        """The standpoint of a checkout; the configured repo wins over the one that git tells."""
        named = settings.repo or surroundings.repo
        repo = settings.repo_named(named) if named else None
        domains = tuple(dict.fromkeys((*settings.domains_of(repo), *surroundings.domains)))
        return cls(
            settings=settings,
            repo=repo,
            domains=domains,
            components=surroundings.components,
            notices=surroundings.notices,
        )

    def asked(self, repo: str | None = None, domains: Iterable[str] | None = None) -> MemoryScope:
        """The scope of a query. Explicit arguments replace the default; an empty list means firm only."""
        if repo is None and domains is None:
            return MemoryScope.asked(repo=self.repo, domains=self.domains)
        slug = self.settings.repo_named(repo) if repo is not None else None
        entry = self.settings.repos.get(slug) if slug and domains is None else None
        return MemoryScope.asked(repo=slug, domains=entry.domains if entry else tuple(domains or ()))

    def placed(self, scope: MemoryScope | None) -> MemoryScope:
        """The scope of a new memory: as given, else the caller's repository. Raises `EmptyScope` without one."""
        if scope is not None:
            return attrs.evolve(scope, repos=tuple(self.settings.repo_named(name) for name in scope.repos))
        if self.repo is None:
            raise EmptyScope(
                "scope", "is missing and there is no repository here", "Name repos, domains or firm explicitly"
            )
        return MemoryScope(repos=(self.repo,))

    def noted(self) -> MemoryScope:
        """The scope of a working note: the caller's repository, else its domains, else the firm."""
        if self.repo is not None:
            return MemoryScope(repos=(self.repo,))
        return MemoryScope(domains=self.domains) if self.domains else MemoryScope(firm=True)
