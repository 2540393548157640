-- Arms the leases of several attempts anew. Never creates or revives a lock, never shortens a lease.
--
-- In    :wanted (JSON of name, owner; sorted by name), :lease (microseconds)
-- Out   as many rows as were renewed: of the others there is no live lease of the attempt
--
-- One statement, as lease-renew. It locks the rows in the order in which they are given, which is the same for all
-- clients, so that nobody waits in a circle.
UPDATE JSON_TABLE(:wanted, '$[*]' COLUMNS (
    name VARCHAR(400) PATH '$.name',
    owner VARCHAR(32) PATH '$.owner')) AS wanted
  STRAIGHT_JOIN {table} AS held ON held.lock_name = UNHEX(wanted.name) AND held.owner_id = UNHEX(wanted.owner)
SET held.expires_us = GREATEST(held.expires_us, {now} + :lease),
    held.change_count = held.change_count + 1
WHERE held.expires_us > {now}
