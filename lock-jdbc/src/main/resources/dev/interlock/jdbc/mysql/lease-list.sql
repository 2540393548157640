-- Lists held locks, without locking anything.
--
-- In    :name (the start of the names), :upto (what is above all names that start so), :count (how many at most)
-- Out   a row for each: the name, first token, what is left of the lease in microseconds, hint
--
-- One statement, because the times must belong to the rows.
SELECT lock_name, first_token, expires_us - {now} AS left_us, holder_hint
FROM {table}
WHERE lock_name >= :name AND lock_name < :upto AND owner_id IS NOT NULL AND expires_us > {now}
ORDER BY lock_name
LIMIT :count
