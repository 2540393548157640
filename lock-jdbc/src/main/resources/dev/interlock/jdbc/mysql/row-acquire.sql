-- Locks the row of a lock in this transaction, if it is free: from then on, and until the transaction ends, no other
-- client holds the lock.
--
-- In    :name
-- Out   one row: locked, with session, no transaction, and whether the server is read-only, which MariaDB 12 says in
--       words; no row: the name was never used; an error: another has it
--
-- One statement: finding the row and locking it are one step of the server. NOWAIT, because a try must not wait.
SELECT CONNECTION_ID(), 0, CAST(@@GLOBAL.read_only AS CHAR) NOT IN ('0', 'OFF')
FROM {table}
WHERE lock_name = :name AND part = 0
FOR UPDATE NOWAIT
