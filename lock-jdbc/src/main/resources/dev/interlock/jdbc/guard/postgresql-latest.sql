-- What writers have claimed, for a reader whose claim has locked the row of the reading half.
--
-- In    domain, name of the writing half
-- Out   generation and token; no row if none has claimed
--
-- A plain read, without a lock: a writer takes the row of the reading half first. It is a statement of its own, because
-- one that waited for that row would still read this one as it was before the wait. Under REPEATABLE READ the claim
-- fails if a writer has changed that row since the snapshot.
SELECT generation, token
FROM {table}
WHERE domain_name = ? AND lock_name = ?
