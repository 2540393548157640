-- Proves that the transaction that locked the row still goes on, and shows to looks that the lock is held.
--
-- In    :name
-- Out   one row: session, no transaction, and whether the server is read-only, to compare
--
-- One statement, because it arms the session's idle time-out as well. Apart from row-acquire, so that a look
-- never stands in the way of a try.
SELECT CONNECTION_ID(), 0, CAST(@@GLOBAL.read_only AS CHAR) NOT IN ('0', 'OFF')
FROM {table}
WHERE lock_name = :name AND part = 1
FOR UPDATE
