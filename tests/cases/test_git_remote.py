"""One project has one identity, whatever its remote looks like, and no credential of it goes any further."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from firm_memory import MemoryScope, MemoryType
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.domain.repository import slug_from_remote
from firm_memory.features.firm import Firm
from tests.cases.checkouts import Checkouts
from tests.cases.firms import IN_PROCESS, contents, environment_of, opened
from tests.cases.notation import given


@pytest.mark.parametrize("remote", given("bug-git-remote-01")["remotes"])
def test_bug_git_remote_01_common_forms_of_one_repo(remote: str) -> None:
    """Scheme, user, host, port, `.git` and case make no difference; the path is lower-cased as a whole."""
    assert slug_from_remote(remote) == "firm/oms"


@pytest.mark.parametrize("remote", given("bug-git-remote-02")["remotes"])
def test_bug_git_remote_02_less_common_forms(remote: str) -> None:
    """Deploy keys, IPv6 and other transports lead to the same project."""
    assert slug_from_remote(remote) == "firm/gateway"


def test_bug_git_remote_02_numeric_owner_is_no_port() -> None:
    """An scp-like address has no port, so a number there is the group."""
    assert slug_from_remote(given("bug-git-remote-02")["other"]) == "123/gateway"


@pytest.mark.parametrize("remote", given("bug-git-remote-03")["remotes"])
def test_bug_git_remote_03_token_in_the_url(
    remote: str, checkouts: Checkouts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A token in the remote is in no slug, log, error, metric or record, whatever is done from that checkout."""
    directory = checkouts.made("work", remote)
    environment = {**checkouts.environment, **environment_of(IN_PROCESS, tmp_path, str)}
    with opened(environment, directory) as memory, caplog.at_level(logging.DEBUG):
        assert memory.standpoint.repo == slug_from_remote("https://git.example.test/firm/oms") == "firm/oms"
        proposal = memory.propose("Orders are netted.", type=MemoryType.BUG_FIX, reference="mr-1")
        hits = memory.search("orders", repo=remote)
        container = memory.container
        entries = list(container.records().ledger.sealed())
        said = f"{memory.standpoint!r} {proposal!r} {hits!r} {entries!r} {container.metrics().snapshot()!r}"
    assert entries
    assert "tok-9f2" not in said + caplog.text


def test_bug_git_remote_05_nested_groups_do_not_collide(tmp_path: Path) -> None:
    """The whole group path is the identity, so two repositories of one name share nothing by accident."""
    equities, currencies = map(slug_from_remote, given("bug-git-remote-05")["remotes"])
    assert (equities, currencies) == ("firm/eq/oms", "firm/fx/oms")
    firm = Firm(environment_of(IN_PROCESS, tmp_path, str), LexicalEmbedder())
    firm.approved("The blotter closes at noon.", MemoryScope(repos=("firm/eq/oms",)))
    assert contents(firm.at(equities).search("blotter closes")) == ["The blotter closes at noon."]
    assert contents(firm.at(currencies).search("blotter closes")) == []
    firm.close()


@pytest.mark.parametrize("remote", [None, "https://git.example.test/firm/oms.git"])
def test_bug_git_remote_07_worktree(remote: str | None, checkouts: Checkouts) -> None:
    """A linked worktree in a directory of another name is the same project, with and without a remote."""
    main = checkouts.made("oms", remote)
    checkouts.git(main, "worktree", "add", "--quiet", "../wt")
    assert checkouts.surroundings(checkouts.place / "wt").repo == checkouts.surroundings(main).repo is not None


def test_bug_git_remote_09_submodule(checkouts: Checkouts) -> None:
    """A submodule is a repository of its own, wherever it is checked out."""
    remote = given("bug-git-remote-09")["remote"]
    library, main = checkouts.made("sub"), checkouts.made("main", "https://git.example.test/firm/main.git")
    checkouts.git(main, "submodule", "--quiet", "add", str(library), "vendor/sub")
    inside = main / "vendor" / "sub"
    checkouts.git(inside, "remote", "set-url", "origin", remote)
    assert checkouts.surroundings(inside).repo == "firm/sub"
    assert checkouts.surroundings(main).repo == "firm/main"


@pytest.mark.parametrize("rewritten", [True, False])
def test_bug_git_remote_11_instead_of_rewriting(checkouts: Checkouts, *, rewritten: bool) -> None:
    """One engineer's `insteadOf` gives the same slug as everybody's, and no token."""
    config = given("bug-git-remote-11")["config"]
    directory = checkouts.made("work")
    for name, value in config.items():
        if rewritten or "insteadOf" not in name:
            checkouts.git(directory, "config", name, value)
    found = checkouts.surroundings(directory)
    assert found.repo == "firm/oms"
    assert "tok-5" not in repr(found)


@pytest.mark.parametrize("remote", given("bug-git-remote-12")["remotes"])
def test_bug_git_remote_12_local_and_windows_paths(remote: str) -> None:
    """Of a path only the last name is kept: no drive, no share, no user's directory."""
    assert slug_from_remote(remote) == "oms"


def test_bug_git_remote_13_override_wins(checkouts: Checkouts, tmp_path: Path) -> None:
    """The configured repository has the normal form of a remote, and goes before git; the new name before the old."""
    directory = checkouts.made("elsewhere", "git@git.example.test:firm/gateway.git")
    environment = {
        **checkouts.environment,
        **environment_of(IN_PROCESS, tmp_path, str),
        **given("bug-git-remote-13")["env"],
    }
    with opened(environment, directory) as memory:
        assert memory.standpoint.repo == slug_from_remote("git@git.example.test:firm/oms.git") == "firm/oms"
    environment.pop("FIRM_MEMORY_REPO")
    with opened(environment, directory) as memory:
        assert memory.standpoint.repo == "x"


def test_bug_git_remote_15_monorepo(checkouts: Checkouts) -> None:
    """A monorepo is one repository, wherever in it one stands; a service's scope is configured, never guessed."""
    directory = checkouts.made("mono", given("bug-git-remote-15")["remote"])
    service = directory / given("bug-git-remote-15")["cwd"]
    service.mkdir(parents=True)
    assert checkouts.surroundings(service).repo == "firm/mono"
