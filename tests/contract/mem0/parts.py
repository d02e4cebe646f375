"""Parts for a plain `mem0.Memory`, and its face as far as these tests look at it: mem0 itself is untyped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NoReturn, Protocol

Conditions = Mapping[str, object]


class PlainRow(Protocol):
    """A row as mem0's vector stores return it."""

    id: str
    score: float | None
    payload: dict[str, object]


class PlainVectors(Protocol):
    """mem0's own `PGVector`."""

    connection_pool: PlainPool

    def insert(self, vectors: Sequence[Sequence[float]], payloads: Sequence[Conditions], ids: Sequence[str]) -> None:
        """Insert rows; an id that is there raises."""
        ...

    def search(
        self, query: str, vectors: Sequence[float], top_k: int = 5, filters: Conditions | None = None
    ) -> list[PlainRow]:
        """The nearest rows."""
        ...

    def keyword_search(self, query: str, top_k: int = 5, filters: Conditions | None = None) -> list[PlainRow]:
        """The rows that hold every word."""
        ...

    def get(self, vector_id: str) -> PlainRow | None:
        """One row."""
        ...

    def update(self, vector_id: str, vector: Sequence[float], payload: Conditions) -> None:
        """Overwrite a row."""
        ...

    def list(self, filters: Conditions | None = None, top_k: int = 100) -> list[list[PlainRow]]:
        """Rows, in one list within a list."""
        ...


class PlainPool(Protocol):
    """The psycopg pool that mem0 makes."""

    timeout: float

    def close(self) -> None:
        """Close every connection."""
        ...


class PlainMemory(Protocol):
    """mem0's own `Memory`."""

    vector_store: PlainVectors
    llm: object

    def search(
        self, query: str, *, filters: Conditions | None = None, top_k: int = 20, threshold: float = 0.1, **more: object
    ) -> dict[str, list[dict[str, object]]]:
        """What is near to `query`, under "results"."""
        ...

    def get_all(self, *, filters: Conditions | None = None) -> dict[str, list[dict[str, object]]]:
        """What matches, under "results"."""
        ...

    def get(self, memory_id: str) -> dict[str, object] | None:
        """One memory."""
        ...

    def add(self, messages: str, *, user_id: str, infer: bool = True) -> dict[str, list[dict[str, object]]]:
        """Keep what a model makes of `messages`, or `messages` itself."""
        ...

    def update(self, memory_id: str, text: str | None = None, metadata: Conditions | None = None) -> dict[str, str]:
        """Overwrite a text, or add to the metadata."""
        ...

    def delete_all(self, user_id: str | None = None) -> dict[str, str]:
        """Delete what an owner has."""
        ...

    def close(self) -> None:
        """Close the history."""
        ...


class GivenEmbedder:
    """Knows the vector of each text it was given; any other text points nowhere near."""

    vectors: ClassVar[dict[str, list[float]]] = {}
    elsewhere: ClassVar[list[float]] = [0.0, 0.0, 0.0, 1.0]

    def __init__(self, config: object) -> None:
        self.config = config

    def embed(self, text: str, _action: str | None = None) -> list[float]:
        """The vector given for `text`."""
        return self.vectors.get(text, self.elsewhere)

    def embed_batch(self, texts: list[str], _action: str = "add") -> list[list[float]]:
        """A vector a text."""
        return [self.embed(text) for text in texts]


class RefusingModel:
    """A language model that must never be asked."""

    def __init__(self, config: object) -> None:
        self.config = config

    def generate_response(self, *_: object, **__: object) -> NoReturn:
        """Refuse."""
        raise RuntimeError("no language model is in use")


class SilentModel:
    """A language model that finds nothing worth keeping."""

    def generate_response(self, *_: object, **__: object) -> str:
        """Nothing."""
        return ""
