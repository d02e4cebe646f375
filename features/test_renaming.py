"""The Examples of `renaming.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("renaming.feature")
