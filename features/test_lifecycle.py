"""The Examples of `lifecycle.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("lifecycle.feature")
