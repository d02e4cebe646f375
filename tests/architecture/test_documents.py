import re

from tests.architecture.house import ROOT, tracked_files

ADR_LINES = 40
ADR_SECTIONS = ["Context", "Decision", "Consequences"]
KINDS = ("added", "changed", "fixed", "removed", "security")
# A link to a file, without the place inside it; addresses with a scheme are not looked at.
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)")
# Put together from parts, so that this file holds none of what it looks for.
HOSTS = [".".join(parts) for parts in (
    ("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com"),
    ("crates", "io"), ("debian", "org"), ("ubuntu", "com"), ("golang", "org"), ("nuget", "org"), ("maven", "org"),
)]  # fmt: skip
MACHINES = ["/" + path for path in ("work/main", "work/shared", "root/.pyenv", "opt/wheels")] + ["../" + "shared"]


def test_a_decision_is_told_in_forty_lines() -> None:
    """A record of a decision that is longer than a page is not read (house rule 11)."""
    decisions = sorted((ROOT / "docs" / "adr").glob("*.md"))
    assert [path.name[:3] for path in decisions] == [f"{n:03}" for n in range(1, len(decisions) + 1)]
    for path in decisions:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= ADR_LINES, path.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ADR_SECTIONS, path.name
        assert re.search(r"^Status: \w+", text, re.MULTILINE), path.name


def test_a_change_is_announced_in_a_fragment_of_its_own() -> None:
    """Fragments never collide in a merge; their names say what kind of change they tell (CONTRIBUTING)."""
    fragments = {path.name for path in (ROOT / "changelog.d").iterdir()} - {"README.md"}
    wrong = [name for name in fragments if not re.fullmatch(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md", name)]
    assert wrong == []


def test_every_link_of_a_document_leads_somewhere() -> None:
    """A document that sends its reader to a missing page is wrong, and nobody else notices."""
    documents = [path for path in tracked_files() if path.suffix == ".md"]
    links = [(path, link) for path in documents for link in LINK.findall(path.read_text(encoding="utf-8"))]
    assert links
    assert [f"{path.relative_to(ROOT)}: {link}" for path, link in links if not (path.parent / link).exists()] == []


def test_nothing_in_the_repository_names_a_package_host_or_a_machine() -> None:
    """The repository works wherever it is cloned and takes packages from wherever the reader's tools do."""
    wanted = re.compile("|".join(map(re.escape, HOSTS + MACHINES)).encode())
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked_files()
        for number, line in enumerate(path.read_bytes().splitlines(), start=1)
        if wanted.search(line)
    ]
    assert found == []
