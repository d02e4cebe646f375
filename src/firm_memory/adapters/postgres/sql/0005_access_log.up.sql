-- Who read which full record, and when. Outside the ledger, kept for a time, and never used to rank.

CREATE TABLE firm_memory.access_log (
    id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    memory      uuid        NOT NULL,
    read_by     text        NOT NULL,
    accessed_at timestamptz NOT NULL
);
CREATE INDEX access_log_memory ON firm_memory.access_log (memory, accessed_at, id);
CREATE INDEX access_log_accessed ON firm_memory.access_log (accessed_at);

REVOKE ALL ON firm_memory.access_log FROM PUBLIC;
