-- What the role that serves requests may do: no DDL, no DELETE of what anybody said, and no way into the ledger but its door.

GRANT USAGE ON SCHEMA firm_memory TO {role};
GRANT SELECT ON firm_memory.migration, firm_memory.ledger, firm_memory.ledger_text, firm_memory.store_mark,
    firm_memory.entry, firm_memory.record, firm_memory.present, firm_memory.stale_memories TO {role};
GRANT UPDATE (marked_at) ON firm_memory.store_mark TO {role};
GRANT INSERT, UPDATE ON firm_memory.record TO {role};
-- Who read what is kept for a time only: the one table from which that role takes something away.
GRANT SELECT, INSERT, DELETE ON firm_memory.access_log TO {role};
GRANT EXECUTE ON FUNCTION firm_memory.take_turn, firm_memory.append, firm_memory.erase, firm_memory.adopt_erased TO {role};
