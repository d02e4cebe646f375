"""The Examples of `exclusions.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("exclusions.feature")
