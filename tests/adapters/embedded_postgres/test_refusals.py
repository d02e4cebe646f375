"""Homes that cannot be used, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from firm_memory.adapters.embedded_postgres.layout import Layout
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable
from tests.fixtures.embedded_home import QUICK


@pytest.mark.parametrize("obstacle", ["a file", "a file above"])
def test_a_home_that_cannot_be_a_directory_is_named(tmp_path: Path, obstacle: str) -> None:
    """The error names the variable and the remedy."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    place = blocked if obstacle == "a file" else blocked / "home"
    with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_HOME: .*Set FIRM_MEMORY_HOME to a directory"):
        EmbeddedPostgres(place).start()


def test_a_home_with_a_line_break_is_refused(tmp_path: Path) -> None:
    """The server's pid file has a line per fact; a path over two lines would shift them."""
    with pytest.raises(ConfigurationError, match="line break"):
        EmbeddedPostgres(tmp_path / "two\nlines")


def test_data_of_another_major_version_is_refused(fresh_home: Path) -> None:
    """Postgres 18 cannot open what 17 wrote; the error names both and the way out."""
    layout = Layout(home=fresh_home)
    layout.data_directory.mkdir(parents=True)
    (layout.data_directory / "PG_VERSION").write_text("17\n")
    with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_HOME: .* written by Postgres 17, .*Install a wheel"):
        EmbeddedPostgres(fresh_home).start()


def test_a_server_that_does_not_start_tells_its_last_words(home: Path) -> None:
    """A failed start raises with the end of the log, and leaves neither a server nor a lease behind."""
    broken = EmbeddedPostgres(home, settings={"work_mem": "plenty"})
    with pytest.raises(StoreUnavailable, match=r"did not start\. See .*server\.log.*work_mem"):
        broken.start()
    with EmbeddedPostgres(home, settings=QUICK) as server:
        server.start()
    assert not server.status().running
