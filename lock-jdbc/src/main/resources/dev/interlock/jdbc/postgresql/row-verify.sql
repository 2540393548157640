-- Proves that the transaction that locked the row still goes on, and shows to looks that the lock is held.
--
-- In    :name
-- Out   one row: session, transaction, and that the server takes writes, to compare
--
-- One statement, because it arms the session's idle time-out as well. Apart from row-acquire, so that a look
-- never stands in the way of a try.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
FROM {table}
WHERE lock_name = :name AND part = 1
FOR UPDATE
