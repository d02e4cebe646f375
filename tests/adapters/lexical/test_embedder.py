from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.domain.ranking import FLOOR, LEXICAL


def test_it_is_always_ready_and_gives_empty_vectors() -> None:
    """Without a model recall is lexical: nothing to load, and a store sees that no vector is meant."""
    embedder = LexicalEmbedder()
    assert embedder.ready()
    embedder.warm_up()
    assert embedder.embed(["one", "two"]) == [(), ()]
    assert embedder.embed([]) == []


def test_its_card_says_that_there_is_no_model() -> None:
    """Dimension 0 and no weights are what a fingerprint shows of a collection without vectors."""
    card = LexicalEmbedder().card
    assert (card.dimension, card.weights) == (0, "")
    assert card.calibration == LEXICAL


def test_its_floor_lets_one_telling_word_through_and_all_words_reach_the_top() -> None:
    """Relevance 0.3 is this embedder's own floor; a memory that holds every word of a question is fully relevant."""
    relevance = LexicalEmbedder().card.calibration.relevance
    assert relevance(0.6 * 0.05**2) < FLOOR < relevance(0.6 * 0.10**2)
    assert relevance(0.6) == 1
