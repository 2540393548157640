-- Commits what token-ahead minted: no end of the transaction that holds the lock takes it back.
--
-- In    nothing
-- Out   nothing
COMMIT TRANSACTION
