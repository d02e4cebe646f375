"""The Examples of `approval_gate.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("approval_gate.feature")
