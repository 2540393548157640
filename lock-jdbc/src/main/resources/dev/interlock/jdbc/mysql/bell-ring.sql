-- Gives the bell of a lock to the session that has waited for it the longest.
--
-- In    :bell (which lock)
-- Out   one row: 1 it was this session's
--
-- A statement of its own, because the row must be free, and committed so, before the next one is told.
SELECT RELEASE_LOCK(SHA2(CONCAT({database}, :bell), 224))
