-- Proves, before a release, that the transaction that locked the row still goes on.
--
-- In    nothing
-- Out   one row: session, transaction, and that the server takes writes, to compare
--
-- Apart from the rollback, because a rollback that gets no answer does not say what there was to roll back.
SELECT pg_backend_pid(), CAST(CAST(pg_current_xact_id() AS text) AS bigint), FALSE
