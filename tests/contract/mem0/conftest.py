"""A plain mem0 on the test's database: what a firm that leaves us would run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import pytest

from firm_memory.adapters.mem0_pgvector import quiet
from firm_memory.features.postgres import PostgresServer
from tests.contract.mem0.parts import GivenEmbedder, PlainMemory, RefusingModel


class Plain(Protocol):
    """Makes a `mem0.Memory` on a collection of a database, of dimension 4, on one connection."""

    def __call__(self, dsn: str, collection: str = "mem0_firm") -> PlainMemory:
        """A memory of its own."""
        ...


@pytest.fixture(scope="session")
def mem0_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where mem0 keeps its own files."""
    return tmp_path_factory.mktemp("mem0")


@pytest.fixture(scope="session")
def mem0(mem0_dir: Path) -> ModuleType:
    """mem0, imported as the adapter imports it."""
    quiet.settle(mem0_dir)
    return quiet.part("mem0")


@pytest.fixture(scope="module")
def module_dsn(postgres_server: PostgresServer) -> Iterator[str]:
    """A database for all tests of a module that only read."""
    dsn = postgres_server.create_database()
    yield dsn
    postgres_server.drop_database(dsn)


@pytest.fixture(scope="module")
def plain(mem0: ModuleType) -> Iterator[Plain]:
    """Plain memories with our embedder and a refusing model in the place of providers that mem0 accepts."""
    factories = quiet.part("mem0.utils.factory")
    config = quiet.part("mem0.configs.llms.base").BaseLlmConfig
    made: list[PlainMemory] = []

    def make(dsn: str, collection: str = "mem0_firm") -> PlainMemory:
        vectors = {"connection_string": dsn, "collection_name": collection, "embedding_model_dims": 4, "maxconn": 1}
        memory = mem0.Memory.from_config(
            {
                "vector_store": {"provider": "pgvector", "config": vectors},
                "embedder": {"provider": "langchain", "config": {}},
                "llm": {"provider": "langchain", "config": {}},
                "history_db_path": ":memory:",
            }
        )
        made.append(cast("PlainMemory", memory))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(factories.EmbedderFactory.provider_to_class, "langchain", _path(GivenEmbedder))
        patch.setitem(factories.LlmFactory.provider_to_class, "langchain", (_path(RefusingModel), config))
        yield make
    for memory in made:
        memory.close()
        memory.vector_store.connection_pool.close()


def _path(part: type) -> str:
    return f"{part.__module__}.{part.__qualname__}"
