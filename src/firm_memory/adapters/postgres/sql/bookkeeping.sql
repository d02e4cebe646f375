-- Which migrations this database has seen, each with the sha256 of its text.

-- IF NOT EXISTS asks for the right to create a schema even where there is one. The catalogue is read as a table:
-- a session remembers which names it looked for in vain, and would not hear of a schema made while it waited.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'firm_memory') THEN
        CREATE SCHEMA firm_memory;
    END IF;
    IF NOT EXISTS (
        SELECT FROM pg_class WHERE relnamespace = to_regnamespace('firm_memory') AND relname = 'migration'
    ) THEN
        CREATE TABLE firm_memory.migration (
            version    integer     PRIMARY KEY,
            name       text        NOT NULL,
            checksum   text        NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        REVOKE ALL ON firm_memory.migration FROM PUBLIC;
    END IF;
END
$$;
