"""The Examples of `provenance.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("provenance.feature")
