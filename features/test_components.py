"""The Examples of `components.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("components.feature")
