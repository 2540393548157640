-- Arms the leases of several attempts anew. Never creates or revives a lock, never shortens a lease, never waits.
--
-- In    :wanted (JSON of name, owner), :lease (microseconds)
-- Out   as many rows as were renewed: of the others there is no live lease of the attempt, or their rows are locked
--
-- One statement, as lease-renew. It locks the rows that can be locked at once: the renewals of the others are not to wait
-- for one that a stranger keeps.
WITH locked AS MATERIALIZED (
  SELECT there.lock_name, decode(owner, 'hex') AS owner_id
  FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
    JOIN {table} AS there ON there.lock_name = decode(name, 'hex')
  ORDER BY there.lock_name
  FOR UPDATE {of there} SKIP LOCKED
)
UPDATE {table} AS held
SET expires_us = GREATEST(held.expires_us, {now} + :lease),
    change_count = held.change_count + 1
FROM locked
WHERE held.lock_name = locked.lock_name
  AND held.owner_id = locked.owner_id
  AND held.expires_us > {now}
