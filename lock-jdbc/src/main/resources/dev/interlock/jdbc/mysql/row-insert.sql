-- Adds the rows of a name that was never used. A transaction of its own, committed before any session locks them.
--
-- In    :name
-- Out   nothing, or error 1062 or 1205: another was faster, and may have locked the row already
--
-- One statement, so that a name has both rows or none. An INSERT that meets a key waits for the session that has its row
-- locked, for up to a second (see row-arm), so it is not even tried if the row is there.
INSERT INTO {table} (lock_name, part)
SELECT :name, parts.part
FROM (SELECT 0 AS part UNION ALL SELECT 1) AS parts
WHERE NOT EXISTS (SELECT 1 FROM {table} AS there WHERE there.lock_name = :name AND there.part = 0)
