"""Files that are used only when their bytes are exactly the expected ones, whoever packaged them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import attrs

from firm_memory.domain.errors import ConfigurationError


@attrs.frozen(kw_only=True)
class PinnedFile:
    """A file known by its content.

    `sha256` is in hex. `places` are (distribution, path inside it): several packages may carry the same
    bytes, and which of them is installed does not matter. None of them is ever imported or run.
    """

    name: str
    sha256: str
    places: tuple[tuple[str, str], ...]

    def read(self, folder: Path) -> bytes:
        """Its bytes, from `folder` if it lies there, else from the first installed package that has them.

        Raises `ConfigurationError` naming what was looked at, and the remedy: nothing unverified is returned.
        """
        strangers = list[str]()
        for where, path in self._candidates(folder):
            try:
                content = path.read_bytes()
            except OSError as error:
                strangers.append(f"{where} cannot be read ({error.strerror})")
                continue
            if hashlib.sha256(content).hexdigest() == self.sha256:
                return content
            strangers.append(f"{where} holds other bytes than expected")
        package, _ = self.places[0]
        problem = "; ".join(strangers) or f"{package} is not installed"
        raise ConfigurationError(
            f"FIRM_MEMORY_EMBEDDER=minilm: {self.name} is not usable: {problem}. Reinstall {package} "
            f"(pip install --force-reinstall 'firm-memory[minilm]'), or put the file with sha256 {self.sha256} "
            "into the models folder of FIRM_MEMORY_HOME, or set FIRM_MEMORY_EMBEDDER=lexical"
        )

    def _candidates(self, folder: Path) -> Iterator[tuple[str, Path]]:
        own = folder / self.name
        if own.is_file():
            yield f"{self.name} in the models folder", own
        for package, inside in self.places:
            try:
                found = Path(str(distribution(package).locate_file(inside)))
            except PackageNotFoundError:
                continue
            yield f"{inside} of package {package}", found
