"""The Examples of `migration.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("migration.feature")
