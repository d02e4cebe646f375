"""The Examples of `recovery.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("recovery.feature")
