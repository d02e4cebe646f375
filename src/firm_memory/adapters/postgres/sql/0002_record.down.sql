-- Takes the records away while there are none. Nothing deletes: a table that holds some stays.

LOCK TABLE firm_memory.record IN ACCESS EXCLUSIVE MODE;
DO $$
BEGIN
    IF EXISTS (SELECT FROM firm_memory.record) THEN
        RAISE EXCEPTION 'there are records, and they are not removed; dropping the schema is up to its owner';
    END IF;
END
$$;
DROP VIEW firm_memory.present;
DROP TABLE firm_memory.record;
