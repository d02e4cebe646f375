import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory.adapters.git.declaration import FILE_NAME
from firm_memory.application.ports.checkout import Surroundings

Git = Callable[..., None]
Look = Callable[..., Surroundings]


def declare(directory: Path, text: str) -> None:
    """Write the checkout's declaration."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / FILE_NAME).write_text(text, encoding="utf-8")


def test_a_declaration_names_repo_domains_and_components(checkout: Path, git: Git, look: Look) -> None:
    """It goes before the remote, and its names are normalised like all others."""
    git(checkout, "remote", "add", "origin", "https://git.example.test/firm/other.git")
    declare(
        checkout,
        'repo = " Quant/OMS.git "\ndomains = ["Execution", "mcx", "execution"]\n'
        '[components]\n"src/billing/**" = "billing"\n',
    )
    assert look(checkout) == Surroundings(
        repo="quant/oms", domains=("execution", "mcx"), components={"src/billing/**": "billing"}
    )


def test_without_a_repo_the_remote_still_names_it(checkout: Path, git: Git, look: Look) -> None:
    """Declaring domains does not take away the identity."""
    git(checkout, "remote", "add", "origin", "https://git.example.test/firm/oms.git")
    declare(checkout, 'domains = ["execution"]\n')
    assert look(checkout) == Surroundings(repo="firm/oms", domains=("execution",))


def test_the_nearest_declaration_holds_alone(checkout: Path, look: Look) -> None:
    """A service in a monorepo declares its own domains; nothing is merged in from above."""
    declare(checkout, 'repo = "mono"\ndomains = ["everything"]\n')
    declare(checkout / "services" / "oms", 'domains = ["execution"]\n')
    inner = checkout / "services" / "oms" / "src"
    inner.mkdir()
    assert look(inner) == Surroundings(repo="oms", domains=("execution",))
    assert look(checkout / "services").domains == ("everything",)


def test_nothing_above_the_work_tree_is_read(checkout: Path, look: Look) -> None:
    """A file in a shared parent directory could be anybody's."""
    declare(checkout.parent, 'repo = "stranger"\ndomains = ["stranger"]\n')
    assert look(checkout) == Surroundings(repo="oms")
    assert look(checkout.parent).domains == ()


def test_a_submodule_does_not_inherit_its_superprojects_declaration(
    checkout: Path, git: Git, look: Look, tmp_path: Path
) -> None:
    """A submodule's work tree ends at its own root."""
    git(tmp_path, "clone", "--quiet", str(checkout), "library")
    git(checkout, "submodule", "--quiet", "add", str(tmp_path / "library"), "vendor/sub")
    git(checkout / "vendor" / "sub", "remote", "remove", "origin")
    declare(checkout, 'repo = "product"\n')
    assert look(checkout / "vendor" / "sub").repo == "sub"


def test_a_declaration_is_found_through_a_link_to_the_checkout(checkout: Path, look: Look, tmp_path: Path) -> None:
    """Where one stands is a real place, however one came there."""
    declare(checkout, 'domains = ["execution"]\n')
    (tmp_path / "shortcut").symlink_to(checkout)
    assert look(tmp_path / "shortcut").domains == ("execution",)


@pytest.mark.parametrize("key", ["dsn", "model", "FIRM_MEM0_PG_DSN"])
def test_any_other_key_is_ignored_and_told(checkout: Path, look: Look, key: str) -> None:
    """A checkout could redirect the store or the model; it may only say what it is (configuration)."""
    declare(checkout, f'{key} = "postgresql://evil"\ndomains = ["execution"]\n')
    found = look(checkout)
    assert found.domains == ("execution",)
    assert len(found.notices) == 1
    assert key in found.notices[0]
    assert "evil" not in found.notices[0]


@pytest.mark.parametrize(
    "text",
    [
        "repo = \n",
        'repo = "a"\nrepo = "b"\n',
        "x = " + "[" * 20_000,
        'domains = ["\ud800"]'.encode("utf-8", "surrogatepass").decode("latin-1"),
        "# " + "x" * 70_000,
    ],
    ids=["no value", "twice", "deep", "odd bytes", "huge"],
)
def test_a_file_that_cannot_be_used_is_told_and_stops_nothing(checkout: Path, look: Look, text: str) -> None:
    """A broken declaration costs its own contents, never the session."""
    (checkout / FILE_NAME).write_bytes(text.encode("latin-1"))
    found = look(checkout)
    assert (found.repo, found.domains) == ("oms", ())
    assert len(found.notices) == 1
    assert FILE_NAME in found.notices[0]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("repo = 7\n", "repo"),
        ('repo = "a,b"\n', "repo"),
        ('domains = "execution"\n', "domains"),
        ("domains = [1]\n", "domains"),
        ('domains = [""]\n', "domains"),
        (f"domains = {[f'd{n}' for n in range(200)]}\n", "domains"),
        ('components = "billing"\n', "components"),
        ("[components]\nx = 1\n", "components"),
        ("[components]\n" + "".join(f'x{n} = "y"\n' for n in range(300)), "components"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_and_ignored(checkout: Path, look: Look, text: str, named: str) -> None:
    """The notice says which key and how to write it."""
    declare(checkout, text)
    found = look(checkout)
    assert (found.repo, found.domains, dict(found.components)) == ("oms", (), {})
    assert len(found.notices) == 1
    assert f"{named} is not usable" in found.notices[0]


def test_an_empty_repo_means_none_is_declared(checkout: Path, look: Look) -> None:
    """Empty means unset, as everywhere in the configuration."""
    declare(checkout, 'repo = ""\n')
    assert look(checkout) == Surroundings(repo="oms")


def test_a_credential_in_a_declared_remote_goes_no_further(checkout: Path, look: Look) -> None:
    """Somebody pastes the clone address with its token; the slug is kept, the token is not."""
    declare(checkout, 'repo = "https://ci:tok-5@git.example.test/firm/oms.git"\n')
    assert look(checkout) == Surroundings(repo="firm/oms")


def test_a_byte_order_mark_is_no_error(checkout: Path, look: Look) -> None:
    """Some editors write one."""
    declare(checkout, '\ufeffdomains = ["execution"]\n')
    assert look(checkout).domains == ("execution",)


def test_what_is_no_file_of_the_work_tree_is_not_read(checkout: Path, look: Look, tmp_path: Path) -> None:
    """A link out of the checkout or a pipe would have us read, or wait for, something else."""
    declare(tmp_path / "outside", 'repo = "stranger"\n')
    path = checkout / FILE_NAME
    path.symlink_to(tmp_path / "outside" / FILE_NAME)
    assert (look(checkout).repo, len(look(checkout).notices)) == ("oms", 1)
    path.unlink()
    os.mkfifo(path)
    assert (look(checkout).repo, len(look(checkout).notices)) == ("oms", 1)


@pytest.mark.parametrize(("key", "known"), [("component", "components"), ("Domain", "domains"), ("repos", "repo")])
def test_a_key_that_is_nearly_right_is_told_the_right_one(checkout: Path, look: Look, key: str, known: str) -> None:
    """Refused by name, with the nearest known one."""
    declare(checkout, f'{key} = "x"\n')
    [notice] = look(checkout).notices
    assert f"'{key}' is ignored" in notice
    assert f"did you mean '{known}'" in notice


def test_a_checkout_knows_its_root(checkout: Path, look: Look, tmp_path: Path) -> None:
    """Absolute paths are made relative to it; a real path, from wherever in the work tree one looks."""
    (checkout / "src").mkdir()
    assert look(checkout / "src").root == str(checkout.resolve())
    assert look(tmp_path).root is None
