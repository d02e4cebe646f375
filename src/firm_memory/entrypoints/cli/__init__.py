"""The command line: `firm-memory`, alias `remember`."""
