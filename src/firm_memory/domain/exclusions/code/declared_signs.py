"""The signs by which a line of a language that declares is known: queries, and functions without braces."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.code.signs import table

# A whole line, without its indentation: 2 is unmistakable, 1 is likely.
DECLARED: Final = table(
    # Functions
    (2, r"[A-Za-z_]\w{0,60}'? :: [\w(\[].{1,150}$"),
    (2, r"let (?:rec )?\w{1,40}(?: [\w()]{1,30}){0,6} = .{1,200}$"),
    (2, r"\|\s?[A-Z_][\w ().,]{0,60}-> .{1,200}$"),
    (2, r"module [A-Z][\w.]{0,60}(?: \(.{0,150}\))? where$"),
    # SQL
    (
        2,
        (
            r"(?i:create (?:or replace )?(?:unique )?(?:temp(?:orary)? )?(?:table|index|view|function"
            r"|trigger|sequence|type|schema|role|materialized view)\b.{0,200}[(;]?)$"
        ),
    ),
    (2, r"(?:CREATE|DROP|GRANT|REVOKE|ALTER|COMMENT ON|TRUNCATE) [A-Z]{2,20}\b[^.]{1,200}(?:[(,;]|AS)?$"),
    (2, r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER TABLE|DROP TABLE|MERGE INTO|WITH)\s[\w\".*(,].{0,250}$"),
    (
        1,
        (
            r"(?:FROM|WHERE|JOIN|LEFT JOIN|INNER JOIN|GROUP BY|ORDER BY|HAVING|VALUES|SET|ON|AND|OR"
            r"|LIMIT|UNION(?: ALL)?|RETURNING)\b.{0,200}$"
        ),
    ),
    (
        2,
        (
            r"(?i:(?:select|insert into|update|delete from|from|where|(?:left |inner |outer )?join"
            r"|group by|order by|values)\s.{1,250};)$"
        ),
    ),
    (
        2,
        (
            r"[\"\w]{1,60}\s(?i:bigint|int|integer|text|varchar|numeric|boolean|timestamptz?|uuid"
            r"|jsonb?|serial|bigserial|date|decimal|char)\b[^.]{0,120},?$"
        ),
    ),
)
