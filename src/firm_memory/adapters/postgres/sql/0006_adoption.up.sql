-- The third door into the ledger: what a redaction had erased before a chain was exported comes in as erased.

CREATE FUNCTION firm_memory.adopt_erased(redaction bigint, entries bigint[], digests text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM firm_memory.take_turn();
    IF NOT EXISTS (
        SELECT FROM firm_memory.ledger l WHERE l.seq = redaction AND l.body::jsonb ->> 'kind' = 'redacted'
    ) THEN
        RAISE EXCEPTION 'entry % is no redaction, and nothing else erases', redaction;
    END IF;
    IF EXISTS (
        SELECT FROM unnest(entries, digests) AS e (seq, digest) LEFT JOIN firm_memory.ledger l ON l.seq = e.seq
        WHERE e.seq >= redaction OR l.body IS NULL OR strpos(l.body, '{"$text":"' || e.digest || '"}') = 0
    ) THEN
        RAISE EXCEPTION 'entry % erases texts that no entry before it names', redaction;
    END IF;
    -- A text that is there already keeps its row: the primary key refuses a second one.
    INSERT INTO firm_memory.ledger_text (seq, digest, redacted_by)
        SELECT e.seq, e.digest, redaction FROM unnest(entries, digests) AS e (seq, digest);
END
$$;

REVOKE ALL ON FUNCTION firm_memory.adopt_erased FROM PUBLIC;
