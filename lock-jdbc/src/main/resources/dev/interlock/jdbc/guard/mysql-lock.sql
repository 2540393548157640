-- First of the three statements of a claim: locks the row of a name until the end of the user's transaction.
--
-- In    domain, name
-- Out   nothing; the row is there and locked, and unchanged if it was there before
--
-- An INSERT, because a locking read of a missing row locks the gap under REPEATABLE READ, and two that then insert are a
-- deadlock. It is no consistent read, so it does not fix the snapshot of the transaction: what is read later is what
-- was committed before the row was ours. From here on no other claim of the name gets past.
INSERT INTO {table} (domain_name, lock_name, generation, token, claim_count)
VALUES (?, ?, 0, 0, 0)
ON DUPLICATE KEY UPDATE claim_count = claim_count
