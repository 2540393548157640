-- Looks up the last grant of a lock, without locking anything.
--
-- In    :name
-- Out   no row: none; one row: first token, hint
--
-- One statement, because token and hint belong together.
SELECT first_token, holder_hint
FROM {table}
WHERE lock_name = :name
