"""Which repository this is: its own declaration, else its remote, else its directory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from firm_memory.adapters.git.command import GitCommand, GitFailed
from firm_memory.adapters.git.declaration import Declaration, nearest_declaration
from firm_memory.application.ports.checkout import Surroundings
from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.repository import slug_from_remote
from firm_memory.domain.scope import normalise_repo

REMOTES: Final = ("upstream", "origin")
NO_REPOSITORY: Final = "no git work tree here, so no repository: recall covers the firm and the configured domains"


class GitCheckout:
    """Finds the repository of a directory by asking git (port: `Checkout`).

    Order: `repo` in the nearest `.firm-memory.toml` up to the root of the work tree; the remote `upstream`,
    else `origin`; the name of the work tree's directory, for a linked worktree that of the main one. A
    submodule is a repository of its own. Outside a work tree, in a bare repository or inside `.git` there is
    no repository.
    """

    def __init__(self, directory: Path, environment: Mapping[str, str]) -> None:
        """Look from `directory`; git runs with `environment`, less what would point it elsewhere."""
        self._directory = directory
        self._git = GitCommand(directory=directory, environment=environment)

    def surroundings(self) -> Surroundings:
        """What is known of the directory now. Never raises; what went wrong is a notice, without credentials."""
        try:
            root = self._root()
            if root is None:
                return Surroundings(notices=(NO_REPOSITORY,))
            declared = nearest_declaration(self._directory.resolve(), root)
            repo = declared.repo or self._from_remote() or self._from_directory(root)
        except (GitFailed, OSError) as error:
            problem = str(error) if isinstance(error, GitFailed) else "the directory cannot be read"
            return Surroundings(notices=(f"{NO_REPOSITORY} ({problem})",))
        return attrs.evolve(_found(repo, declared), root=os.fsdecode(root))

    def _root(self) -> Path | None:
        # Inside .git and in a bare repository git answers, but not with a work tree.
        if self._git.ask("rev-parse", "--is-inside-work-tree") != "true":
            return None
        root = self._git.ask_bytes("rev-parse", "--show-toplevel")
        return Path(os.fsdecode(root)).resolve() if root else None

    def _from_remote(self) -> str | None:
        return next((slug for name in REMOTES if (slug := self._slug(name))), None)

    def _slug(self, remote: str) -> str | None:
        written = self._git.ask("config", "--get-all", f"remote.{remote}.url")
        if not written:
            return None
        rewritten = self._git.ask("remote", "get-url", remote) or ""
        slug, own = slug_from_remote(rewritten), slug_from_remote(written.splitlines()[0])
        # A rewriting to a mirror on disk is one engineer's affair: it must not give them another repository.
        return _usable(own if slug is None or (own is not None and own.endswith(f"/{slug}")) else slug)

    def _from_directory(self, root: Path) -> str | None:
        git, common = (self._git.ask_bytes("rev-parse", flag) for flag in ("--git-dir", "--git-common-dir"))
        if git is None or common is None:
            return _usable(_shown(root))
        main = (self._directory / os.fsdecode(common)).resolve()
        if main == (self._directory / os.fsdecode(git)).resolve():
            return _usable(_shown(root))
        return _usable(_shown(main.parent if main.name == ".git" else main))


def _found(repo: str | None, declared: Declaration) -> Surroundings:
    nameless = () if repo else ("neither a remote nor the directory gives this repository a usable name",)
    return Surroundings(
        repo=repo, domains=declared.domains, components=declared.components, notices=(*declared.notices, *nameless)
    )


def _shown(path: Path) -> str:
    return os.fsencode(path.name).decode("utf-8", "replace")


def _usable(name: str | None) -> str | None:
    try:
        return normalise_repo(name) if name else None
    except FirmMemoryError:
        return None
