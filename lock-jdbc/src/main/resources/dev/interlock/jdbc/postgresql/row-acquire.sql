-- Locks the row of a lock in this transaction, if it is free: from then on, and until the transaction ends, no other
-- client holds the lock.
--
-- In    :name
-- Out   one row: locked, with session, transaction, and that the server takes writes; no row: another has it, or the
--       name was never used, which row-known tells
--
-- One statement: finding the row and locking it are one step of the server. SKIP LOCKED, because a try must not wait,
-- and because the server writes the error of NOWAIT to its log.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
FROM {table}
WHERE lock_name = :name AND part = 0
FOR UPDATE SKIP LOCKED
