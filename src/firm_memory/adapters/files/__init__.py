"""Records in plain files: one append-only journal, one lock, one write a commit."""
