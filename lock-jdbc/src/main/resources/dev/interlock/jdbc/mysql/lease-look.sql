-- Looks up a lock, without locking anything: what waiters poll by.
--
-- In    :name
-- Out   no row: the name was never used; one row: owner (null if free), first token, what is left of the lease in
--       microseconds (zero or less: over), hint, format
--
-- One statement, because the time must belong to the row.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version
FROM {table}
WHERE lock_name = :name
