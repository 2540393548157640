-- Reads the row in which the locks of this client are recalled, as it was committed last.
--
-- In    :row (its key)
-- Out   one row: how many notes were left so far, and the latest ones, each with a comma behind it
--
-- It waits for a session that writes there: a count that was rolled back later would hide the next note. With autocommit
-- on the row is let go at the end of the statement.
SELECT change_count, holder_hint
FROM {table}
WHERE lock_name = :row
LOCK IN SHARE MODE
