"""How source code, diffs and traces are told from prose: by lines, in pure functions."""
