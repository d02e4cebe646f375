"""The Examples of `duplicates.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("duplicates.feature")
