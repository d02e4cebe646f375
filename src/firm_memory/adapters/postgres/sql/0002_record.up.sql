-- The present state of every record: a fold of the ledger, kept in step by the transaction that appends.

CREATE TABLE firm_memory.record (
    id            uuid        PRIMARY KEY,
    revision      integer     NOT NULL CHECK (revision > 0),
    status        text        NOT NULL,
    tier          text        NOT NULL,
    type          text        NOT NULL,
    task          text,
    atoms         text[]      NOT NULL,
    tags          text[]      NOT NULL,
    steward       text,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    verified_at   timestamptz,
    body          jsonb       NOT NULL,
    first_seq     bigint      NOT NULL REFERENCES firm_memory.ledger,
    first_place   integer     NOT NULL,
    last_seq      bigint      NOT NULL REFERENCES firm_memory.ledger,
    projected_seq bigint      REFERENCES firm_memory.store_mark
);
COMMENT ON COLUMN firm_memory.record.projected_seq IS
    'the latest event that touched the record and concerns the store; the record is stored once it is marked';

CREATE UNIQUE INDEX record_entered ON firm_memory.record (first_seq, first_place);
CREATE INDEX record_proposed ON firm_memory.record (created_at, id) WHERE status = 'proposed';
CREATE INDEX record_noted ON firm_memory.record (task, first_seq, first_place) WHERE task IS NOT NULL;
CREATE INDEX record_projected ON firm_memory.record (projected_seq);

CREATE VIEW firm_memory.present AS
SELECT r.*,
    NOT EXISTS (SELECT FROM firm_memory.store_mark m WHERE m.seq = r.projected_seq AND m.marked_at IS NULL) AS stored
FROM firm_memory.record r;

REVOKE ALL ON firm_memory.record, firm_memory.present FROM PUBLIC;
