"""The Examples of `tiers.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("tiers.feature")
