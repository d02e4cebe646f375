"""Facts about how mem0 (mem0ai 2.2) puts its parts together."""

from __future__ import annotations

import uuid
from types import ModuleType

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector import quiet
from tests.contract.mem0.conftest import Plain
from tests.contract.mem0.parts import RefusingModel


def test_a_memory_always_builds_a_language_model(plain: Plain, postgres_dsn: str) -> None:
    """Rule: `Memory.from_config` makes an LLM client whether it will be asked or not: give it one that refuses."""
    memory = plain(postgres_dsn)
    assert isinstance(memory.llm, RefusingModel)


def test_without_a_language_model_of_our_choice_it_wants_openai(
    mem0: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: a configuration that names no LLM means OpenAI, and a memory cannot be made without its key."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    config = mem0.memory.main.MemoryConfig()
    assert (config.llm.provider, config.embedder.provider) == ("openai", "openai")
    with pytest.raises(Exception, match="api_key"):
        quiet.part("mem0.utils.factory").LlmFactory.create(config.llm.provider, config.llm.config)


@pytest.mark.parametrize("part", ["LlmConfig", "EmbedderConfig", "VectorStoreConfig"])
def test_unknown_providers_are_refused_unless_validation_is_left_out(mem0: ModuleType, part: str) -> None:
    """Rule: a registered provider is still checked against a closed list, unless `model_construct` makes the part."""
    homes = {"LlmConfig": "llms", "EmbedderConfig": "embeddings", "VectorStoreConfig": "vector_stores"}
    config = getattr(quiet.part(f"{mem0.__name__}.{homes[part]}.configs"), part)
    with pytest.raises(ValueError, match="Unsupported"):
        config(provider="firm_pgvector", config={})
    assert config.model_construct(provider="firm_pgvector", config={}).provider == "firm_pgvector"


def test_the_vector_store_factory_takes_a_class_by_its_path(mem0: ModuleType) -> None:
    """Rule: `VectorStoreFactory` knows no closed list: whatever is entered by dotted path is made from a dict."""
    factory = quiet.part(f"{mem0.__name__}.utils.factory").VectorStoreFactory
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(factory.provider_to_class, "firm_test", "types.SimpleNamespace")
        assert factory.create("firm_test", {"collection_name": "x"}).collection_name == "x"


def test_getting_what_is_no_uuid_raises(plain: Plain, postgres_dsn: str) -> None:
    """Rule: `get` hands any text to Postgres, which raises unless it is a UUID; an unknown UUID gives None."""
    memory = plain(postgres_dsn)
    assert memory.get(str(uuid.UUID(int=7))) is None
    with pytest.raises(psycopg.errors.InvalidTextRepresentation):
        memory.get("mr-4821")


def test_its_own_pool_waits_half_a_minute(plain: Plain, postgres_dsn: str) -> None:
    """Rule: with Postgres down the first call of a plain mem0 blocks for its pool's 30 seconds."""
    assert plain(postgres_dsn).vector_store.connection_pool.timeout == 30


def test_a_store_that_is_dropped_closes_its_pool(mem0: ModuleType) -> None:
    """Rule: `PGVector` closes the pool when it is collected, also one that it was given."""
    stock = quiet.part(f"{mem0.__name__}.vector_stores.pgvector").PGVector
    closed: list[str] = []

    class Pool:
        def close(self) -> None:
            closed.append("closed")

    given = stock(None, "any", 4, None, None, None, None, diskann=False, hnsw=True, connection_pool=Pool())
    del given
    assert closed == ["closed"]
