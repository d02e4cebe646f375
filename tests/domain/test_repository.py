from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.repository import normalise_slug, slug_from_remote, slug_of

HOSTS = ["git.example.test", "Git.Example.Test:8443", "[2001:db8::7]", "[2001:db8::7]:2222", "localhost"]
SECRET = st.text("abcdefXYZ0189-_.~+=%:/?#!$&*", min_size=4, max_size=16).map(lambda text: f"sEcReT{text}sEcReT")
PATH = st.lists(st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True), min_size=1, max_size=4).map("/".join)


@pytest.mark.parametrize(
    "remote",
    [
        "git@git.example.test:firm/oms.git",
        "ssh://git@git.example.test/firm/oms.git",
        "ssh://git@git.example.test:2222/firm/oms",
        "https://git.example.test/firm/oms",
        "https://git.example.test:8443/firm/oms.git",
        "git.example.test:firm/oms.git",
        "https://git.example.test/firm/oms/",
        "HTTPS://Git.Example.Test/Firm/OMS.git",
        " https://git.example.test//firm/oms.git/ ",
        "https://git.example.test/firm/oms.git?ref=main#readme",
        "[git@git.example.test:2222]:firm/oms.git",
        "git@[git.example.test:2222]:firm/oms.git",
        "cache::https://git.example.test/firm/oms.git",
    ],
)
def test_the_common_forms_of_one_repo_give_one_slug(remote: str) -> None:
    """bug-git-remote-01: no user, host, port, scheme or `.git`; the whole group path in lower case."""
    assert slug_from_remote(remote) == "firm/oms"


@pytest.mark.parametrize(
    "remote",
    [
        "org-4711@git.example.test:firm/gateway.git",
        "git+ssh://git@git.example.test/firm/gateway.git",
        "ssh://git@[2001:db8::7]:2222/firm/gateway.git",
        "git@[2001:db8::7]:firm/gateway.git",
        "git@git.example.test:/firm/gateway.git",
        "git://git.example.test/firm/gateway.git",
    ],
)
def test_the_less_common_forms_give_the_same_slug_too(remote: str) -> None:
    """bug-git-remote-02."""
    assert slug_from_remote(remote) == "firm/gateway"


def test_a_number_after_an_scp_colon_is_a_group_and_no_port() -> None:
    """bug-git-remote-02: scp-like addresses have no port."""
    assert slug_from_remote("git@git.example.test:123/gateway.git") == "123/gateway"


@pytest.mark.parametrize("user", ["ci:{}", "x-access-token:{}", "{}"])
def test_a_token_in_the_url_never_reaches_the_slug(user: str) -> None:
    """bug-git-remote-03: the slug is the one without credentials."""
    for ending in ("firm/oms.git", "firm/oms"):
        assert slug_from_remote(f"https://{user.format('tok-' + '9f2')}@git.example.test/{ending}") == "firm/oms"


def test_nested_groups_do_not_collide() -> None:
    """bug-git-remote-05: the whole group path is kept."""
    equities, currencies = (slug_from_remote(f"https://git.example.test/firm/{desk}/oms.git") for desk in ("eq", "fx"))
    assert (equities, currencies) == ("firm/eq/oms", "firm/fx/oms")


@pytest.mark.parametrize(
    "remote",
    [
        "C:\\repos\\oms.git",
        "c:/repos/oms.git",
        "c:oms.git",
        "file:///C:/repos/oms.git",
        "/srv/git/oms.git",
        "../oms.git",
        "~/work/oms",
        "\\\\nas\\git\\oms.git",
        "oms.git",
        "/home/dana/oms/.git",
    ],
)
def test_a_path_gives_its_last_part_only(remote: str) -> None:
    """bug-git-remote-12: no drive, no directory, no user name enters a slug."""
    assert slug_from_remote(remote) == "oms"


def test_an_override_has_the_normal_form_of_the_remote() -> None:
    """bug-git-remote-13: ` Firm/OMS.git ` is the firm/oms of the remote."""
    assert normalise_slug(" Firm/OMS.git ") == slug_from_remote("git@git.example.test:firm/oms.git") == "firm/oms"


def test_the_turkish_dotted_i_has_one_key() -> None:
    """bug-unicode-08: İ folds to i with a dot above in every locale; the plain i is another name."""
    assert normalise_slug("İSLEM") == normalise_slug("i\u0307slem")
    assert normalise_slug("İSLEM") != normalise_slug("islem")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("oms.git.git", "oms"),
        ("firm/.git", "firm"),
        (".git", ""),
        ("/ firm / oms ", "firm/oms"),
        ("firm\\oms", "firm/oms"),
        ("a/./b/../c", "a/b/c"),
        ("..git", ""),
    ],
)
def test_a_slug_is_normal_after_one_pass(name: str, slug: str) -> None:
    """Slugs are normalised again whenever a record is read, so one pass must be enough."""
    assert normalise_slug(name) == slug
    assert normalise_slug(slug) == slug


@given(st.text(st.one_of(st.characters(), st.sampled_from("/\\. \u0345\u0301İ.git")), max_size=20))
def test_normalising_a_slug_again_changes_nothing(name: str) -> None:
    """For any text whatever."""
    slug = normalise_slug(name)
    assert normalise_slug(slug) == slug
    assert not slug.startswith("/")
    assert not slug.endswith(("/", ".git"))


@pytest.mark.parametrize(
    "remote",
    [
        "",
        "https://git.example.test",
        "https://git.example.test/.git",
        "file:///",
        "/",
        "..",
        "git.example.test:",
        "ci:tok@git.example.test/firm/oms.git",
        "https:/ci:tok@git.example.test/firm/oms.git",
        "//ci:tok@git.example.test",
        "file://ci:tok@git.example.test",
        "/srv/git/ci:tok@git.example.test",
    ],
)
def test_what_names_no_repo_gives_none(remote: str) -> None:
    """Among them addresses that are broken in a way that might show a password."""
    assert slug_from_remote(remote) is None


@given(st.sampled_from(["https", "ssh", "git+ssh", "HTTP", "ftps"]), SECRET, SECRET, st.sampled_from(HOSTS), PATH)
def test_no_credential_survives_in_a_url_s_slug(scheme: str, user: str, token: str, host: str, path: str) -> None:
    """Whatever stands before the host, with escapes or without, is gone; what is left is the path or nothing."""
    for who in (f"{user}:{token}", token, f"x-access-token:{token}", f"{user}@firm:{token}"):
        assert slug_from_remote(f"{scheme}://{who}@{host}/{path}.git") in {path, None}
        assert slug_of(f"{scheme}://{who}@{host}/{path}.git") in {path, ""}


@given(SECRET, SECRET, st.sampled_from([":", "/", ""]), PATH)
def test_no_credential_survives_in_an_address_without_scheme(user: str, token: str, mark: str, path: str) -> None:
    """The scp-like form, a URL whose scheme was lost, and a password after a double slash."""
    for remote in (f"{user}:{token}@git.example.test{mark}{path}", f"//{user}:{token}@git.example.test{mark}{path}"):
        for slug in (slug_from_remote(remote), slug_of(remote)):
            assert "secret" not in (slug or "")


@given(st.text(st.one_of(st.characters(), st.sampled_from(":/@[]\\.")), max_size=30))
def test_any_text_gives_a_normal_slug_or_none(remote: str) -> None:
    """Whatever git prints, nothing raises, and the slug is one that a scope reads back as itself."""
    slug = slug_from_remote(remote)
    assert slug is None or (slug and normalise_slug(slug) == slug == slug_of(slug))


@pytest.mark.parametrize("name", ["oms", "firm/oms", "oms@2", "a:b"])
def test_an_ordinary_name_is_no_address(name: str) -> None:
    """A work tree's directory may hold an @ or a colon; only what could hide a password is read as a remote."""
    assert slug_of(name) == name
