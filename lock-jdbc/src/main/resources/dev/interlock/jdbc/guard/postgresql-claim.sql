-- Claims a name: records the claim unless a later one is recorded, and locks the row until the end of the
-- user's transaction.
--
-- In    domain, name, generation, token
-- Out   generation and token of the latest claim: those given, or of a later hold, and then the claim is refused
--       error 40001 under REPEATABLE READ or SERIALIZABLE: another claimed since the transaction took its snapshot
--
-- One statement, because between a look and an update another could claim. After a wait for the row, ON CONFLICT sees
-- it as the other left it. A refused claim changes nothing but the count.
INSERT INTO {table} AS kept (domain_name, lock_name, generation, token, claim_count)
VALUES (?, ?, ?, ?, 1)
ON CONFLICT (domain_name, lock_name) DO UPDATE SET
  generation = GREATEST(kept.generation, EXCLUDED.generation),
  token = CASE
    WHEN kept.generation < EXCLUDED.generation THEN EXCLUDED.token
    WHEN kept.generation = EXCLUDED.generation THEN GREATEST(kept.token, EXCLUDED.token)
    ELSE kept.token
  END,
  claim_count = kept.claim_count + 1
RETURNING generation, token
