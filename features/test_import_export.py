"""The Examples of `import_export.feature`, in every place."""

from pytest_bdd import scenarios

scenarios("import_export.feature")
