-- The second door into the ledger: a redaction erases texts behind earlier entries. Bodies and hashes stay.

CREATE FUNCTION firm_memory.erase(redaction bigint, entries bigint[], digests text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    head record;
    redacted uuid[];
BEGIN
    SELECT * INTO head FROM firm_memory.take_turn();
    IF redaction IS DISTINCT FROM head.seq THEN
        RAISE EXCEPTION 'entry % is not the last one: a redaction erases as it is appended', redaction;
    END IF;
    SELECT l.touched INTO redacted FROM firm_memory.ledger l
        WHERE l.seq = redaction AND l.body::jsonb ->> 'kind' = 'redacted';
    IF redacted IS NULL THEN
        RAISE EXCEPTION 'entry % is no redaction, and nothing else erases', redaction;
    END IF;
    IF EXISTS (
        SELECT FROM unnest(entries) AS e (seq) LEFT JOIN firm_memory.ledger l ON l.seq = e.seq
        WHERE e.seq >= redaction OR l.touched IS NULL OR NOT l.touched && redacted
    ) THEN
        RAISE EXCEPTION 'entry % erases texts of records that it does not redact', redaction;
    END IF;
    UPDATE firm_memory.ledger_text AS t SET salt = NULL, text = NULL, redacted_by = redaction
        FROM unnest(entries, digests) AS e (seq, digest)
        WHERE t.seq = e.seq AND t.digest = e.digest AND t.redacted_by IS NULL;
END
$$;

REVOKE ALL ON FUNCTION firm_memory.erase FROM PUBLIC;
