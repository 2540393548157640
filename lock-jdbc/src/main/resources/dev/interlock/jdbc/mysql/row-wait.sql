-- As row-acquire, but waits in the server while another has the row, for one slice (see row-arm).
--
-- In    :name
-- Out   one row: locked, with session and transaction; no row: the name was never used; an error: the slice is over
--
-- One statement: finding the row and locking it are one step of the server.
SELECT CONNECTION_ID(), 0
FROM {table}
WHERE lock_name = :name AND part = 0
FOR UPDATE
