import pytest

from tests.architecture.house import PACKAGE, ROOMS, ROOT


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_at_the_root_is_a_relative_link_into_the_package(room: str) -> None:
    """The root shows the hexagon through links that hold wherever the repository is cloned (ADR 1)."""
    link = ROOT / room
    assert link.is_symlink()
    assert str(link.readlink()) == f"src/firm_memory/{room}"
    assert link.is_dir()
    assert link.samefile(PACKAGE / room)


def test_the_package_holds_the_features_through_a_relative_link() -> None:
    """The features are real at the root and are shipped with the package (ADR 1)."""
    link = PACKAGE / "features"
    assert link.is_symlink()
    assert str(link.readlink()) == "../../features"
    assert link.samefile(ROOT / "features")
    assert not (ROOT / "features").is_symlink()


def test_every_folder_of_modules_is_a_package() -> None:
    """import-linter does not see modules in a folder without `__init__.py`, so none may hide there."""
    folders = {path.parent for path in [*PACKAGE.rglob("*.py"), *(ROOT / "features").rglob("*.py")]}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
