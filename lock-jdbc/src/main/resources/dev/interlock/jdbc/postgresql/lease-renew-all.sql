-- Arms the leases of several attempts anew. Never creates or revives a lock, never shortens a lease.
--
-- In    :wanted (JSON of name, owner), :lease (microseconds)
-- Out   as many rows as were renewed: of the others there is no live lease of the attempt
--
-- One statement, as lease-renew. It locks the rows in the order of their names first, which is the same for all clients,
-- so that nobody waits in a circle.
WITH locked AS MATERIALIZED (
  SELECT there.lock_name, decode(owner, 'hex') AS owner_id
  FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
    JOIN {table} AS there ON there.lock_name = decode(name, 'hex')
  ORDER BY there.lock_name
  FOR UPDATE {of there}
)
UPDATE {table} AS held
SET expires_us = GREATEST(held.expires_us, {now} + :lease),
    change_count = held.change_count + 1
FROM locked
WHERE held.lock_name = locked.lock_name
  AND held.owner_id = locked.owner_id
  AND held.expires_us > {now}
