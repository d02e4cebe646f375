"""The Examples of `reliability.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("reliability.feature")
