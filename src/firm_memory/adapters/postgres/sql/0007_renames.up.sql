-- The few renamings of repositories among all entries: asked with every proposal.

CREATE INDEX ledger_renames ON firm_memory.ledger (seq) WHERE strpos(body, '"kind":"repo_renamed"') > 0;
