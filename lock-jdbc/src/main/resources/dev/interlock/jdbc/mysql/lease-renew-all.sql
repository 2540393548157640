-- Arms the leases of several attempts anew. Never creates or revives a lock, never shortens a lease, never waits.
--
-- In    :wanted (JSON of name, owner; sorted by name), :count (how many), :lease (microseconds)
-- Out   as many rows as were renewed: of the others there is no live lease of the attempt, or their rows are locked
--
-- One statement, as lease-renew. The derived table, which has all of them and is one of its own by its LIMIT, locks the
-- rows that can be locked at once: the renewals of the others are not to wait for one that a stranger keeps.
UPDATE (
  SELECT there.lock_name
  FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (
      name VARCHAR(400) PATH '$.name',
      owner VARCHAR(32) PATH '$.owner')) AS wanted
    STRAIGHT_JOIN {table} AS there ON there.lock_name = UNHEX(wanted.name)
  WHERE there.owner_id = UNHEX(wanted.owner)
    AND there.expires_us > {now}
  LIMIT :count
  FOR UPDATE {of there} SKIP LOCKED) AS owned
  STRAIGHT_JOIN {table} AS held ON held.lock_name = owned.lock_name
SET held.expires_us = GREATEST(held.expires_us, {now} + :lease),
    held.change_count = held.change_count + 1
