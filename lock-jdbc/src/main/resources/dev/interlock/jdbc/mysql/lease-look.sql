-- Looks up a lock, without locking anything: what waiters poll by.
--
-- In    :name
-- Out   no row: the name was never used; one row: owner (null if free), first token, what is left of the lease in
--       microseconds (zero or less: over), hint, format, and whether the server takes no writes: what it says may then
--       be what was true before another one became the primary
--
-- One statement, because the time must belong to the row.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only
FROM {table}
WHERE lock_name = :name
