"""A BERT-type sentence model on ONNX Runtime: tokens in, unit vectors out, pooled by a weighted mean."""

# ONNX Runtime and tokenizers ship incomplete types; what enters and leaves this module is typed.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.text import encodable

# ONNX Runtime reports to its maker from its import on, unless told otherwise before; a call afterwards is too late.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime as ort

# Bounds the memory of one run; more in a batch is no faster on a processor.
BATCH_MOST: Final = 16
# Far beyond what any model here reaches; spares the tokenizer a text of megabytes.
_CHARACTERS_MOST: Final = 16_000

Emphasis = Callable[[int], float]


@attrs.frozen(kw_only=True)
class SentenceModel:
    """A loaded model. `embed` is thread-safe; its vectors do not depend on what else is in the batch."""

    _session: ort.InferenceSession = attrs.field(alias="session")
    _tokenizer: Tokenizer = attrs.field(alias="tokenizer")
    _emphasis: NDArray[np.float32] | None = attrs.field(alias="emphasis")

    @classmethod
    def load(cls, *, weights: bytes, tokenizer: bytes, tokens: int, emphasis: Emphasis | None = None) -> SentenceModel:
        """Load from verified bytes; texts are read as far as `tokens` tokens, markers included.

        `emphasis` weighs a token id in the mean, markers never counting; without it the mean is plain.
        One thread a run and none that spins: requests are served side by side instead.
        """
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        session = ort.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        pieces = Tokenizer.from_buffer(tokenizer)
        pieces.no_padding()
        pieces.enable_truncation(tokens)
        known = range(pieces.get_vocab_size()) if emphasis else ()
        table = np.array([emphasis(token) for token in known], np.float32) if emphasis else None
        return cls(session=session, tokenizer=pieces, emphasis=table)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A unit vector a text, in order."""
        encodings = self._tokenizer.encode_batch([encodable(text)[:_CHARACTERS_MOST] for text in texts])
        # Neighbours in length share a batch, so that little of it is padding.
        order = sorted(range(len(encodings)), key=lambda at: len(encodings[at].ids))
        vectors: list[Vector] = [()] * len(encodings)
        for start in range(0, len(order), BATCH_MOST):
            places = order[start : start + BATCH_MOST]
            batch = [encodings[at] for at in places]
            for at, encoding, states in zip(places, batch, self._states(batch), strict=True):
                vectors[at] = self._pooled(encoding, states[: len(encoding.ids)])
        return vectors

    def _states(self, batch: Sequence[Encoding]) -> NDArray[np.float32]:
        """The last state of every token: (text, token, dimension), padded to the longest text."""
        shape = (len(batch), max(len(each.ids) for each in batch))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, each in enumerate(batch):
            ids[row, : len(each.ids)] = each.ids
            mask[row, : len(each.ids)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return np.asarray(self._session.run(["last_hidden_state"], inputs)[0], np.float32)

    def _pooled(self, encoding: Encoding, states: NDArray[np.float32]) -> Vector:
        shares = np.ones(len(encoding.ids), np.float32)
        if self._emphasis is not None:
            telling = self._emphasis[encoding.ids] * (1 - np.array(encoding.special_tokens_mask))
            # A text without words of its own still needs a direction.
            shares = telling.astype(np.float32) if telling.any() else shares
        total = shares @ states
        return tuple((total / np.linalg.norm(total)).tolist())
