-- Third of the three statements of a claim: records it.
--
-- In    generation, token, domain, name
-- Out   one row
--
-- No other session has changed the row since the first statement locked it.
UPDATE {table}
SET generation = ?, token = ?, claim_count = claim_count + 1
WHERE domain_name = ? AND lock_name = ?
