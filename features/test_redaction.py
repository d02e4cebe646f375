"""The Examples of `redaction.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("redaction.feature")
