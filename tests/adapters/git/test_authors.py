"""Who wrote the history of a checkout."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from firm_memory.adapters.git import authors as module
from firm_memory.adapters.git.authors import authors
from tests.adapters.git.conftest import Git


def commit(git: Git, checkout: Path, author: str) -> None:
    """One empty commit by `author`."""
    git(checkout, "commit", "--quiet", "--allow-empty", "--message=x", f"--author={author}")


def test_authors_come_busiest_first(checkout: Path, git: Git, environment: Mapping[str, str]) -> None:
    """A rule that holds only so many of them holds those who matter."""
    for author in ("Ada Byron <ada@x>", "Мария Орлова <m@x>", "Мария Орлова <m@x>", "张伟 <z@x>", "Мария Орлова <m@x>"):
        commit(git, checkout, author)
    found = authors(checkout, environment)
    assert found[0] == "Мария Орлова <m@x>"
    assert set(found) == {"Мария Орлова <m@x>", "Ada Byron <ada@x>", "张伟 <z@x>", "name@x <email@x>"}


def test_the_mail_map_of_the_checkout_is_honoured(checkout: Path, git: Git, environment: Mapping[str, str]) -> None:
    """One engineer with two addresses is one author."""
    (checkout / ".mailmap").write_text("Ada Byron <ada@x> <old@x>\n", encoding="utf-8")
    commit(git, checkout, "ab <old@x>")
    assert "Ada Byron <ada@x>" in authors(checkout, environment)


def test_only_so_many_commits_and_authors_are_read(
    checkout: Path, git: Git, environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long history costs no more than a short one; the latest commits count."""
    for number in range(4):
        commit(git, checkout, f"Author {number} <a{number}@x>")
    monkeypatch.setattr(module, "COMMITS_MOST", 2)
    assert set(authors(checkout, environment)) == {"Author 3 <a3@x>", "Author 2 <a2@x>"}
    monkeypatch.setattr(module, "AUTHORS_MOST", 1)
    assert len(authors(checkout, environment)) == 1


def test_without_a_history_nobody_is_known(tmp_path: Path, git: Git, environment: Mapping[str, str]) -> None:
    """Outside a repository, before the first commit, in a directory that is not there: no error."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert authors(empty, environment) == []
    git(empty, "init", "--quiet")
    assert authors(empty, environment) == []
    assert authors(tmp_path / "nowhere", environment) == []


def test_without_git_nobody_is_known(checkout: Path, environment: Mapping[str, str], tmp_path: Path) -> None:
    """The names are an optional fact."""
    assert authors(checkout, {**environment, "PATH": str(tmp_path)}) == []
