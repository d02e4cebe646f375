-- Takes the watch over the present states away; the states stay.

DROP TRIGGER follows_ledger ON firm_memory.record;
DROP FUNCTION firm_memory.require_entry;
