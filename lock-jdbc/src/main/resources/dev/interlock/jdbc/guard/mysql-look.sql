-- Second of the three statements of a claim: what is recorded, and whether the transaction would read what is.
--
-- In    domain, name, domain, name
-- Out   generation and token of the latest claim (0, 0: none), its number, and its number as the snapshot of the
--       transaction has it: null or another means that the snapshot is older than the latest claim, and what was
--       done under it
--
-- FOR UPDATE reads what is committed, the SELECT within it reads from the snapshot. The row is locked by
-- the first statement.
SELECT generation, token, claim_count,
  (SELECT claim_count FROM {table} WHERE domain_name = ? AND lock_name = ?) AS count_in_snapshot
FROM {table}
WHERE domain_name = ? AND lock_name = ?
FOR UPDATE
