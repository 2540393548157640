-- As row-acquire, but waits in the server while another has the row, for at most a second (see row-arm).
--
-- In    :name
-- Out   as row-acquire, but an error: the second is over
--
-- One statement: finding the row and locking it are one step of the server.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
FROM {table}
WHERE lock_name = :name AND part = 0
FOR UPDATE
