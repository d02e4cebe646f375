-- Browsing: an index for each filter of a listing, and what has gone stale as a view for other programs.

CREATE INDEX record_changed ON firm_memory.record (updated_at DESC, id) WHERE tier <> 'episodic';
CREATE INDEX record_of_type ON firm_memory.record (type, updated_at DESC, id) WHERE tier <> 'episodic';
CREATE INDEX record_of_status ON firm_memory.record (status, updated_at DESC, id) WHERE tier <> 'episodic';
CREATE INDEX record_of_steward ON firm_memory.record (steward, updated_at DESC, id) WHERE tier <> 'episodic';
CREATE INDEX record_in_scope ON firm_memory.record USING gin (atoms);
CREATE INDEX record_tagged ON firm_memory.record USING gin (tags);
CREATE INDEX record_fresh ON firm_memory.record (greatest(verified_at, updated_at))
    WHERE tier <> 'episodic' AND status = 'active';
-- Hashed: a reference may be longer than what an ordered index takes.
CREATE INDEX record_of_document ON firm_memory.record USING hash ((body #>> '{memory,provenance,reference}'));
-- What was touched while somebody pages.
CREATE INDEX record_touched ON firm_memory.record (last_seq);

-- OFFSET 0 makes it a view that nobody writes through.
CREATE VIEW firm_memory.stale_memories AS
SELECT r.id,
    r.body #>> '{memory,title}' AS title,
    r.type,
    r.body #>> '{memory,summary}' AS summary,
    r.body #>> '{memory,content}' AS content,
    r.steward, r.atoms, r.tags, r.status, r.created_at, r.updated_at, r.verified_at,
    now() - greatest(r.verified_at, r.updated_at) AS age
FROM firm_memory.record r
WHERE r.tier <> 'episodic' AND r.status = 'active'
    AND greatest(r.verified_at, r.updated_at) < now() - interval '2160 hours'
OFFSET 0;
COMMENT ON VIEW firm_memory.stale_memories IS
    'in force, undisputed, and neither changed nor verified for 90 days; age is the time since then';

REVOKE ALL ON firm_memory.stale_memories FROM PUBLIC;
