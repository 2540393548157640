-- What writers have claimed, for a reader whose claim has locked the row of the reading half.
--
-- In    domain, name of the writing half
-- Out   generation and token; no row if none has claimed
--
-- A plain read, without a lock: a writer takes the row of the reading half first. Under REPEATABLE READ the snapshot is
-- young enough: the claim compared it with the number of claims in that row, which each writer raises.
SELECT generation, token
FROM {table}
WHERE domain_name = ? AND lock_name = ?
