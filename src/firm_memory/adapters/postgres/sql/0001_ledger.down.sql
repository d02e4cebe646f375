-- Takes the ledger away while it is empty. Nothing deletes: one that holds entries stays.

LOCK TABLE firm_memory.ledger IN ACCESS EXCLUSIVE MODE;
DO $$
BEGIN
    IF EXISTS (SELECT FROM firm_memory.ledger) THEN
        RAISE EXCEPTION 'the ledger holds entries and is not removed; dropping the schema is up to its owner';
    END IF;
END
$$;
DROP FUNCTION firm_memory.append;
DROP FUNCTION firm_memory.take_turn;
DROP VIEW firm_memory.entry;
DROP TABLE firm_memory.store_mark;
DROP TABLE firm_memory.ledger_text;
DROP TABLE firm_memory.ledger;
DROP FUNCTION firm_memory.allow_erasure_only;
DROP FUNCTION firm_memory.refuse_change;
