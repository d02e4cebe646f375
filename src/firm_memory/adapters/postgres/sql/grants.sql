-- What the role that serves requests may do: no DDL, no DELETE, and no way into the ledger but its door.

GRANT USAGE ON SCHEMA firm_memory TO {role};
GRANT SELECT ON firm_memory.migration, firm_memory.ledger, firm_memory.ledger_text, firm_memory.store_mark,
    firm_memory.entry, firm_memory.record, firm_memory.present TO {role};
GRANT UPDATE (marked_at) ON firm_memory.store_mark TO {role};
GRANT INSERT, UPDATE ON firm_memory.record TO {role};
GRANT EXECUTE ON FUNCTION firm_memory.take_turn, firm_memory.append, firm_memory.erase TO {role};
