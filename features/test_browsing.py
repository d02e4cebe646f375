"""The Examples of `browsing.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("browsing.feature")
