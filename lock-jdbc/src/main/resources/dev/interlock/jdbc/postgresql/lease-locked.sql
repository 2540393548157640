-- Fails at once if another session keeps the row locked, where any other statement would wait for it.
--
-- In    :name
-- Out   no row: the name was never used; one row: no other session had the row locked
--
-- Sent before a renewal or release only while such steps fail, so that steps that would wait for a row take no
-- connection from the others. With autocommit on the row is let go at the end of the statement.
SELECT 1
FROM {table}
WHERE lock_name = :name
FOR UPDATE NOWAIT
