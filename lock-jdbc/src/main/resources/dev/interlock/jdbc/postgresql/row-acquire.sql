-- Locks the row of a lock in this transaction, if it is free: from then on, and until the transaction ends, no other
-- client holds the lock.
--
-- In    :name
-- Out   one row: locked, with session, transaction, and that the server takes writes; no row: the name was never used;
--       an error: another has it
--
-- One statement: finding the row and locking it are one step of the server. NOWAIT, because a try must not wait.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
FROM {table}
WHERE lock_name = :name AND part = 0
FOR UPDATE NOWAIT
