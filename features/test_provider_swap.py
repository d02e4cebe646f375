"""The Examples of `provider_swap.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("provider_swap.feature")
