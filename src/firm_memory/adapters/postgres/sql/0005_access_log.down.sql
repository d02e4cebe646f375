-- Takes the access log away while it is empty: who read what is kept for its time.

LOCK TABLE firm_memory.access_log IN ACCESS EXCLUSIVE MODE;
DO $$
BEGIN
    IF EXISTS (SELECT FROM firm_memory.access_log) THEN
        RAISE EXCEPTION 'accesses are logged, and they are not removed; dropping the schema is up to its owner';
    END IF;
END
$$;
DROP TABLE firm_memory.access_log;
