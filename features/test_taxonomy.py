"""The Examples of `taxonomy.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("taxonomy.feature")
