-- Frees several locks, of which the attempts have each. The rows and their tokens stay, so that tokens go on growing.
--
-- In    :wanted (JSON of name, owner)
-- Out   as many rows as were released: of the others there is no live lease of the attempt
--
-- One statement, as lease-release. It locks the rows in the order of their names first, which is the same for all
-- clients, so that no clients wait in a circle.
WITH locked AS MATERIALIZED (
  SELECT there.lock_name, decode(owner, 'hex') AS owner_id
  FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
    JOIN {table} AS there ON there.lock_name = decode(name, 'hex')
  ORDER BY there.lock_name
  FOR UPDATE {of there}
)
UPDATE {table} AS held
SET owner_id = NULL,
    holder_hint = NULL,
    change_count = held.change_count + 1
FROM locked
WHERE held.lock_name = locked.lock_name
  AND held.owner_id = locked.owner_id
  AND held.expires_us > {now}
