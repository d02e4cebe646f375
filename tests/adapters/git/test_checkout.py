import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory.adapters.git import command
from firm_memory.application.ports.checkout import Surroundings

Git = Callable[..., None]
Look = Callable[..., Surroundings]
FAKE_TOKEN = "tok-5"


def everything_said(found: Surroundings) -> str:
    """All that a caller could show of a finding."""
    return repr(found)


@pytest.mark.parametrize(
    "remote",
    [
        "git@git.example.test:Firm/OMS.git",
        "ssh://git@git.example.test:2222/firm/oms",
        f"https://ci:{FAKE_TOKEN}@git.example.test:8443/firm/oms.git",
        "HTTPS://Git.Example.Test/Firm/OMS/",
    ],
)
def test_every_form_of_a_remote_gives_one_slug_without_credentials(
    checkout: Path, git: Git, look: Look, remote: str
) -> None:
    """One project has one identity, and a token in its address goes no further (bug-git-remote-01, -03)."""
    git(checkout, "remote", "add", "origin", remote)
    found = look(checkout)
    assert found == Surroundings(repo="firm/oms")
    assert FAKE_TOKEN not in everything_said(found)


def test_upstream_goes_before_origin(checkout: Path, git: Git, look: Look) -> None:
    """A fork remembers under the project it was forked from."""
    git(checkout, "remote", "add", "origin", "git@git.example.test:someone/oms.git")
    git(checkout, "remote", "add", "upstream", "git@git.example.test:firm/oms.git")
    assert look(checkout).repo == "firm/oms"


def test_other_remotes_name_nothing(checkout: Path, git: Git, look: Look) -> None:
    """A remote called after a colleague is not the project."""
    git(checkout, "remote", "add", "colleague", "git@git.example.test:colleague/fork.git")
    assert look(checkout).repo == "oms"


@pytest.mark.parametrize(
    ("written", "prefix", "rewritten"),
    [
        (f"https://ci:{FAKE_TOKEN}@git.example.test:8443/Firm/OMS.git",
         f"https://ci:{FAKE_TOKEN}@git.example.test:8443/", "ssh://git@git.example.test:2222/"),
        ("corp:oms.git", "corp:", "https://git.example.test/firm/"),
        ("https://git.example.test/firm/oms.git", "https://git.example.test/firm/", "/srv/mirror/"),
    ],
    ids=["to another transport", "from an abbreviation", "to a mirror on disk"],
)  # fmt: skip
def test_a_rewriting_of_addresses_does_not_change_the_project(
    checkout: Path, git: Git, look: Look, written: str, prefix: str, rewritten: str
) -> None:
    """`insteadOf` is one engineer's affair: everybody gets the same slug, nobody a token (bug-git-remote-11)."""
    git(checkout, "remote", "add", "origin", written)
    git(checkout, "config", f"url.{rewritten}.insteadOf", prefix)
    found = look(checkout)
    assert found.repo == "firm/oms"
    assert FAKE_TOKEN not in everything_said(found)


def test_a_subdirectory_belongs_to_its_repository(checkout: Path, git: Git, look: Look) -> None:
    """A monorepo is one repository, wherever in it one stands (bug-git-remote-15)."""
    git(checkout, "remote", "add", "origin", "https://git.example.test/firm/mono.git")
    service = checkout / "services" / "oms"
    service.mkdir(parents=True)
    assert look(service).repo == "firm/mono"


def test_without_a_remote_the_directory_names_it(checkout: Path, look: Look) -> None:
    """A project that was never pushed still has an identity."""
    assert look(checkout) == Surroundings(repo="oms")


@pytest.mark.parametrize("remote", [None, "https://git.example.test/firm/oms.git"])
def test_a_linked_worktree_is_the_same_project(
    checkout: Path, git: Git, look: Look, tmp_path: Path, remote: str | None
) -> None:
    """Two worktrees of one project share their memories (bug-git-remote-07)."""
    if remote:
        git(checkout, "remote", "add", "origin", remote)
    linked = tmp_path / "elsewhere" / "hotfix"
    git(checkout, "worktree", "add", "--quiet", str(linked))
    assert look(linked).repo == look(checkout).repo


def test_a_worktree_of_a_bare_repository_is_named_after_it(
    checkout: Path, git: Git, look: Look, tmp_path: Path
) -> None:
    """Some keep a bare clone and work in worktrees only."""
    git(tmp_path, "clone", "--quiet", "--bare", str(checkout), "gateway.git")
    bare = tmp_path / "gateway.git"
    git(bare, "remote", "remove", "origin")
    git(bare, "worktree", "add", "--quiet", str(tmp_path / "hotfix"))
    assert look(tmp_path / "hotfix").repo == "gateway"


@pytest.mark.parametrize("remote", [None, "https://git.example.test/firm/sub"])
def test_a_submodule_is_a_repository_of_its_own(
    checkout: Path, git: Git, look: Look, tmp_path: Path, remote: str | None
) -> None:
    """Knowledge of a library is not knowledge of the product that vendors it (bug-git-remote-09)."""
    library = tmp_path / "library"
    git(tmp_path, "clone", "--quiet", str(checkout), str(library))
    git(checkout, "remote", "add", "origin", "https://git.example.test/firm/product.git")
    git(checkout, "submodule", "--quiet", "add", str(library), "vendor/sub")
    inside = checkout / "vendor" / "sub"
    git(inside, "remote", "remove", "origin")
    if remote:
        git(inside, "remote", "add", "origin", remote)
    assert look(inside).repo == ("firm/sub" if remote else "sub")
    assert look(checkout).repo == "firm/product"


def test_no_work_tree_means_no_repository(look: Look, checkout: Path, git: Git, tmp_path: Path) -> None:
    """A home directory, a bare repository and the inside of .git have no scope of their own (bug-scope-03)."""
    git(tmp_path, "init", "--quiet", "--bare", "bare.git")
    for place in (tmp_path, tmp_path / "bare.git", checkout / ".git", checkout / ".git" / "refs", tmp_path / "gone"):
        found = look(place)
        assert found.repo is None
        assert len(found.notices) == 1
        assert "no git work tree" in found.notices[0]


def test_bytes_that_are_no_text_become_replacement_characters(
    checkout: Path, git: Git, look: Look, tmp_path: Path
) -> None:
    """A slug is always valid UTF-8, whatever bytes a remote or a directory has (bug-unicode-05)."""
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    checkout.rename(odd)
    assert look(odd).repo == "caf\ufffd"
    git(odd, "remote", "add", "origin", b"https://git.example.test/firm/caf\xe9.git")
    assert look(odd).repo == "firm/caf\ufffd"


def test_a_name_that_cannot_be_a_slug_is_told(checkout: Path, look: Look) -> None:
    """Scope lists are separated by commas, so a directory `a,b` names nothing; that is said, not guessed."""
    odd = checkout.with_name("a,b")
    checkout.rename(odd)
    found = look(odd)
    assert found.repo is None
    assert "usable name" in found.notices[0]


def test_the_variables_of_a_git_hook_do_not_lead_elsewhere(
    checkout: Path, git: Git, look: Look, tmp_path: Path
) -> None:
    """Git sets GIT_DIR for hooks and aliases; what counts is the directory that was asked about."""
    git(tmp_path, "init", "--quiet", "other")
    other = tmp_path / "other"
    assert look(checkout, GIT_DIR=str(other / ".git"), GIT_WORK_TREE=str(other)).repo == "oms"


def test_nothing_that_a_checkout_configures_is_run(checkout: Path, git: Git, look: Look, tmp_path: Path) -> None:
    """Opening a stranger's checkout must not execute it."""
    trap = f"touch {tmp_path / 'sprung'}"
    git(checkout, "remote", "add", "origin", f"ext::sh -c '{trap}'")
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.editor", "credential.helper"):
        git(checkout, "config", name, trap)
    for alias in ("rev-parse", "config", "remote"):
        git(checkout, "config", f"alias.{alias}", f"!{trap}")
    look(checkout)
    assert not (tmp_path / "sprung").exists()


def test_another_users_repository_is_not_trusted(checkout: Path, look: Look) -> None:
    """Git refuses a repository of another owner; the notice says so instead of naming the wrong repository."""
    if os.getuid() != 0:
        pytest.skip("only root can give a directory to another user")
    os.chown(checkout, 12345, 12345)
    found = look(checkout)
    assert found.repo is None
    assert "another user" in found.notices[0]


def test_a_damaged_repository_is_told(checkout: Path, look: Look) -> None:
    """A configuration that git cannot read is not the same as no repository."""
    (checkout / ".git" / "config").write_text("[core\n", encoding="utf-8")
    found = look(checkout)
    assert found.repo is None
    assert "git cannot read" in found.notices[0]


def test_without_git_there_is_a_notice(checkout: Path, look: Look, tmp_path: Path) -> None:
    """A container without git still serves the firm's memories."""
    found = look(checkout, PATH=str(tmp_path / "home"))
    assert found.repo is None
    assert "could not be started" in found.notices[0]


def test_a_git_that_hangs_is_given_up(
    checkout: Path, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network drive that does not answer must not keep a server from starting."""
    monkeypatch.setattr(command, "TIMEOUT_SECONDS", 0.2)
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec /bin/sleep 600\n", encoding="utf-8")
    program.chmod(0o755)
    found = look(checkout, PATH=str(program.parent))
    assert found.repo is None
    assert "did not answer" in found.notices[0]


def test_looking_leaves_the_checkout_as_it_is(checkout: Path, look: Look, environment: dict[str, str]) -> None:
    """Finding out where one stands takes no lock and writes nothing."""
    listing = ["find", str(checkout), "-newer", str(checkout / ".git" / "HEAD"), "-printf", "%p %T@\n"]
    before = subprocess.run(listing, env=environment, capture_output=True, check=True).stdout
    look(checkout)
    assert subprocess.run(listing, env=environment, capture_output=True, check=True).stdout == before
