-- Grants all of several locks, each to an attempt of its own, or none; arms the leases anew of those that their attempts
-- have already. Never shortens a lease.
--
-- In    :wanted (JSON of name, owner, lease in microseconds, how many tokens, hint), :count (how many)
-- Out   as many rows: all granted; no row: another has one of them, or has its row locked, or has no row yet
--
-- One statement, as lease-acquire. It locks the rows in the order of their names, which is the same for all clients, so
-- that of clients that ask at once one gets all of its locks. It waits for none: meanwhile it would keep the others
-- locked, and a holder could not renew. What it reads of them then stays true until the update, and their count is what
-- the update depends on.
WITH wanted AS (
  SELECT decode(name, 'hex') AS lock_name, decode(owner, 'hex') AS owner_id, lease, tokens,
    convert_from(decode(hint, 'hex'), 'UTF8') AS hint
  FROM json_to_recordset(CAST(:wanted AS json)) AS one(name text, owner text, lease bigint, tokens int, hint text)
), locked AS MATERIALIZED (
  SELECT there.*
  FROM {table} AS there
    JOIN wanted ON there.lock_name = wanted.lock_name
  ORDER BY there.lock_name
  FOR UPDATE {of there} SKIP LOCKED
), clock AS MATERIALIZED (
  SELECT {now} AS us
), granted AS MATERIALIZED (
  SELECT wanted.*, locked.first_token, locked.token_count, locked.expires_us, clock.us,
    locked.owner_id IS NOT NULL AND locked.owner_id = wanted.owner_id AND locked.expires_us > clock.us AS own
  FROM locked
    JOIN wanted ON locked.lock_name = wanted.lock_name
    CROSS JOIN clock
  WHERE locked.format_version = 1
    AND (locked.owner_id IS NULL OR locked.owner_id = wanted.owner_id OR locked.expires_us <= clock.us)
)
UPDATE {table} AS held
SET first_token = CASE WHEN granted.own
                       THEN granted.first_token
                       ELSE GREATEST(granted.first_token + granted.token_count, granted.us) END,
    token_count = CASE WHEN granted.own THEN granted.token_count ELSE granted.tokens END,
    expires_us = CASE WHEN granted.own
                      THEN GREATEST(granted.expires_us, granted.us + granted.lease)
                      ELSE granted.us + granted.lease END,
    holder_hint = granted.hint,
    change_count = held.change_count + 1,
    owner_id = granted.owner_id
FROM granted
WHERE held.lock_name = granted.lock_name
  AND (SELECT count(*) FROM granted) = :count
