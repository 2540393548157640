-- Proves that the transaction that locked the row still goes on, and so has the session's idle time start anew.
--
-- In    nothing
-- Out   one row: session, transaction, and that the server takes writes, to compare: a driver or proxy that connects
--       anew by itself would answer, too
--
-- One statement: any would do to keep the session alive.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
