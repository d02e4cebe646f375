"""The Python API: `FirmMemory`, and the verbs it is made of."""
