-- Ends the transaction that holds the lock, and with it the lock.
--
-- In    nothing
-- Out   nothing
ROLLBACK TRANSACTION
