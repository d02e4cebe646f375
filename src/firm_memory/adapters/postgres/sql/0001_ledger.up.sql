-- The ledger: an append-only chain of events, the redactable texts behind it, and what has reached the store.

DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database is encoded in %, and texts are kept byte for byte: create it with ENCODING ''UTF8''',
            current_setting('server_encoding');
    END IF;
END
$$;

-- body is the canonical JSON that is hashed, and therefore text: jsonb would reorder it.
CREATE TABLE firm_memory.ledger (
    seq         bigint      PRIMARY KEY CHECK (seq > 0),
    body        text        NOT NULL,
    hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    touched     uuid[]      NOT NULL,
    appended_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ledger_touched ON firm_memory.ledger USING gin (touched);
COMMENT ON COLUMN firm_memory.ledger.touched IS 'the records the event changed; an index into body, not part of the chain';

CREATE TABLE firm_memory.ledger_text (
    seq         bigint NOT NULL REFERENCES firm_memory.ledger,
    digest      text   NOT NULL,
    salt        text,
    text        text,
    redacted_by bigint REFERENCES firm_memory.ledger,
    PRIMARY KEY (seq, digest),
    CHECK ((redacted_by IS NULL) = (text IS NOT NULL) AND (text IS NULL) = (salt IS NULL))
);
COMMENT ON TABLE firm_memory.ledger_text IS 'free text behind the digests in ledger.body; erasing one leaves the chain valid';

-- One row for each event that concerns the store. It stands outside the chain.
CREATE TABLE firm_memory.store_mark (
    seq       bigint PRIMARY KEY REFERENCES firm_memory.ledger,
    marked_at timestamptz
);
CREATE INDEX store_mark_open ON firm_memory.store_mark (seq) WHERE marked_at IS NULL;

CREATE VIEW firm_memory.entry AS
SELECT l.seq, l.body, l.hash, l.touched,
    NOT EXISTS (SELECT FROM firm_memory.store_mark m WHERE m.seq = l.seq AND m.marked_at IS NULL) AS stored
FROM firm_memory.ledger l;

CREATE FUNCTION firm_memory.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END
$$;

CREATE FUNCTION firm_memory.allow_erasure_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (NEW.seq, NEW.digest) IS DISTINCT FROM (OLD.seq, OLD.digest)
        OR OLD.redacted_by IS NOT NULL OR NEW.redacted_by IS NULL
    THEN
        RAISE EXCEPTION 'a text of the ledger can only be erased, once, by a redaction';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON firm_memory.ledger
    FOR EACH STATEMENT EXECUTE FUNCTION firm_memory.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON firm_memory.ledger_text
    FOR EACH STATEMENT EXECUTE FUNCTION firm_memory.refuse_change();
CREATE TRIGGER erasure_only BEFORE UPDATE ON firm_memory.ledger_text
    FOR EACH ROW EXECUTE FUNCTION firm_memory.allow_erasure_only();
-- ALWAYS: not even a session in replica mode slips by.
ALTER TABLE firm_memory.ledger ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE firm_memory.ledger_text ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE firm_memory.ledger_text ENABLE ALWAYS TRIGGER erasure_only;

-- Waits until no other transaction is appending, then gives the last entry (seq 0 and the genesis hash
-- before the first). Volatile, so that what it reads is what the one before it committed.
CREATE FUNCTION firm_memory.take_turn(OUT seq bigint, OUT hash text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1718186605, 2);
    SELECT l.seq, l.hash INTO take_turn.seq, take_turn.hash
        FROM firm_memory.ledger l ORDER BY l.seq DESC LIMIT 1;
    IF take_turn.seq IS NULL THEN
        take_turn.seq := 0;
        take_turn.hash := repeat('0', 64);
    END IF;
END
$$;

-- The only door into the ledger: it checks the entry's place, its hash and the digests of its texts.
CREATE FUNCTION firm_memory.append(
    entry bigint, entry_body text, entry_hash text, records uuid[], concerns_store boolean,
    text_salt text, digests text[], texts text[]
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    head record;
BEGIN
    SELECT * INTO head FROM firm_memory.take_turn();
    IF entry IS DISTINCT FROM head.seq + 1 THEN
        RAISE EXCEPTION 'entry % cannot follow entry %', entry, head.seq;
    END IF;
    IF entry_hash IS DISTINCT FROM encode(sha256(convert_to(head.hash || entry || entry_body, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the hash of entry % does not bind it to the entry before', entry;
    END IF;
    IF EXISTS (
        SELECT FROM unnest(digests, texts) AS t (digest, text)
        WHERE t.digest IS DISTINCT FROM 'sha256:' || encode(sha256(convert_to(text_salt || t.text, 'UTF8')), 'hex')
    ) THEN
        RAISE EXCEPTION 'a text of entry % does not match its digest', entry;
    END IF;
    INSERT INTO firm_memory.ledger (seq, body, hash, touched) VALUES (entry, entry_body, entry_hash, records);
    INSERT INTO firm_memory.ledger_text (seq, digest, salt, text)
        SELECT entry, t.digest, text_salt, t.text FROM unnest(digests, texts) AS t (digest, text);
    IF concerns_store THEN
        INSERT INTO firm_memory.store_mark (seq) VALUES (entry);
    END IF;
END
$$;

REVOKE ALL ON firm_memory.ledger, firm_memory.ledger_text, firm_memory.store_mark, firm_memory.entry FROM PUBLIC;
REVOKE ALL ON FUNCTION firm_memory.take_turn, firm_memory.append, firm_memory.refuse_change,
    firm_memory.allow_erasure_only FROM PUBLIC;
