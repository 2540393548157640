-- Proves, before a release, that the transaction that locked the row still goes on.
--
-- In    nothing
-- Out   one row: session, no transaction, and whether the server is read-only, to compare
--
-- Apart from the rollback, because a rollback that gets no answer does not say what there was to roll back.
SELECT CONNECTION_ID(), 0, CAST(@@GLOBAL.read_only AS CHAR) NOT IN ('0', 'OFF')
