-- Grants all of several locks, each to an attempt of its own, or none; arms the leases anew of those that their attempts
-- have already. Never shortens a lease.
--
-- In    :wanted (JSON of name, owner, lease in microseconds, how many tokens, hint; sorted by name), :count (how many)
-- Out   as many rows: all granted; no row: another has one of them, or has its row locked, or has no row yet
--
-- One statement, as lease-acquire. The derived table locks the rows in the order in which they are wanted, which is the
-- same for all clients, so that of clients that ask at once one gets all of its locks. It waits for none: meanwhile it
-- would keep the others locked, and a holder could not renew. What it says about them stays true until the update, and
-- its count of them is what the update depends on. Columns are assigned from there alone, since the order of assignments
-- is not defined where several tables are joined (MySQL manual, UPDATE).
UPDATE (
  SELECT there.lock_name,
    UNHEX(wanted.owner) AS owner_id,
    IF(there.owner_id = UNHEX(wanted.owner) AND there.expires_us > {now},
       there.first_token,
       GREATEST(there.first_token + there.token_count, {now})) AS first_token,
    IF(there.owner_id = UNHEX(wanted.owner) AND there.expires_us > {now},
       there.token_count,
       wanted.tokens) AS token_count,
    IF(there.owner_id = UNHEX(wanted.owner) AND there.expires_us > {now},
       GREATEST(there.expires_us, {now} + wanted.lease),
       {now} + wanted.lease) AS expires_us,
    CONVERT(UNHEX(wanted.hint) USING utf8mb4) AS holder_hint,
    COUNT(*) OVER () AS free_count
  FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (
      name VARCHAR(400) PATH '$.name',
      owner VARCHAR(32) PATH '$.owner',
      lease BIGINT PATH '$.lease',
      tokens INT PATH '$.tokens',
      hint VARCHAR(400) PATH '$.hint')) AS wanted
    STRAIGHT_JOIN {table} AS there FORCE INDEX (PRIMARY) ON there.lock_name = UNHEX(wanted.name)
  WHERE there.format_version = 1
    AND (there.owner_id IS NULL OR there.owner_id = UNHEX(wanted.owner) OR there.expires_us <= {now})
  FOR UPDATE {of there} SKIP LOCKED) AS granted
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = granted.lock_name
SET held.owner_id = granted.owner_id,
    held.first_token = granted.first_token,
    held.token_count = granted.token_count,
    held.expires_us = granted.expires_us,
    held.holder_hint = granted.holder_hint,
    held.change_count = held.change_count + 1
WHERE granted.free_count = :count
