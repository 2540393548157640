-- Begins the transaction that holds the lock.
--
-- In    nothing
-- Out   nothing
BEGIN TRANSACTION
