-- The present state of a record changes only behind an entry that the same transaction appends, and that names it.

CREATE FUNCTION firm_memory.require_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.id, NEW.first_seq, NEW.first_place) IS DISTINCT FROM (OLD.id, OLD.first_seq, OLD.first_place)
    THEN
        RAISE EXCEPTION 'record % stays where it entered', OLD.id;
    END IF;
    -- What a record has by default is not written out, neither in the entry nor in the row.
    IF NOT EXISTS (
        SELECT FROM firm_memory.ledger l, jsonb_array_elements(l.body::jsonb -> 'records') AS each (wire)
        WHERE l.seq = NEW.last_seq AND l.xmin = pg_current_xact_id()::xid
            AND each.wire #>> '{memory,id}' = NEW.id::text AND NEW.body #>> '{memory,id}' = NEW.id::text
            AND coalesce((each.wire #>> '{memory,revision}')::integer, 1) = NEW.revision
            AND coalesce((NEW.body #>> '{memory,revision}')::integer, 1) = NEW.revision
            AND coalesce(each.wire #>> '{memory,status}', 'proposed') = NEW.status
            AND coalesce(NEW.body #>> '{memory,status}', 'proposed') = NEW.status
    ) THEN
        RAISE EXCEPTION 'record % follows no entry of this transaction', NEW.id;
    END IF;
    RETURN NULL;
END
$$;

-- After: of an insert that becomes an update, only the update is asked.
CREATE TRIGGER follows_ledger AFTER INSERT OR UPDATE ON firm_memory.record
    FOR EACH ROW EXECUTE FUNCTION firm_memory.require_entry();
ALTER TABLE firm_memory.record ENABLE ALWAYS TRIGGER follows_ledger;

REVOKE ALL ON FUNCTION firm_memory.require_entry FROM PUBLIC;
