"""An embedder that was told in one batch what it will be asked one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from firm_memory.application.ports.embedder import Embedder, ModelCard, Vector


@attrs.frozen(kw_only=True)
class Prepared:
    """Answers as `embedder` does; a text that was prepared costs nothing any more."""

    embedder: Embedder
    _vectors: dict[str, Vector] = attrs.field(factory=dict[str, Vector], init=False)

    @property
    def card(self) -> ModelCard:
        """The card of the embedder."""
        return self.embedder.card

    def ready(self) -> bool:
        """Whether the embedder is."""
        return self.embedder.ready()

    def warm_up(self) -> None:
        """Warm the embedder up."""
        self.embedder.warm_up()

    def prepare(self, texts: Iterable[str]) -> None:
        """Embed texts in one batch, unless the model is not there; what was prepared before is forgotten."""
        wanted = list(dict.fromkeys(texts))
        self._vectors.clear()
        if wanted and self.embedder.ready():
            self._vectors.update(zip(wanted, self.embedder.embed(wanted), strict=False))

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text, in order."""
        if all(text in self._vectors for text in texts):
            return [self._vectors[text] for text in texts]
        return self.embedder.embed(texts)
