DROP INDEX firm_memory.ledger_renames;
