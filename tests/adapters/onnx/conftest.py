"""One loaded model for all tests of this folder: loading costs more than all of them."""

from pathlib import Path

import pytest

from firm_memory.adapters.onnx.minilm import MiniLM


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    """The default model, loaded, with a models folder that holds nothing."""
    model = MiniLM(Path(tmp_path_factory.mktemp("models")))
    model.warm_up()
    return model
