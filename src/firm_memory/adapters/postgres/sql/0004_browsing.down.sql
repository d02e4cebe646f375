-- Takes the view and the indexes away; the records stay.

DROP VIEW firm_memory.stale_memories;
DROP INDEX firm_memory.record_touched, firm_memory.record_of_document, firm_memory.record_fresh,
    firm_memory.record_tagged, firm_memory.record_in_scope, firm_memory.record_of_steward,
    firm_memory.record_of_status, firm_memory.record_of_type, firm_memory.record_changed;
