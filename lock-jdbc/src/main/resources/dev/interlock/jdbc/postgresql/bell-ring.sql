-- Releases the named lock of a lock to the session that has waited for it the longest.
--
-- In    :bell (key of the named lock)
-- Out   one row: whether it was this session's
--
-- A statement of its own, because the row must be free, and committed so, before the next session gets the named lock.
SELECT pg_advisory_unlock(:bell)
