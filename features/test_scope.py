"""The Examples of `scope.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("scope.feature")
