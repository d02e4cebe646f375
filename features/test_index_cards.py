"""The Examples of `index_cards.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("index_cards.feature")
