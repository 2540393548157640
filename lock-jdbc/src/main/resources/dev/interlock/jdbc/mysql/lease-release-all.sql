-- Frees several locks, of which the attempts have each. The rows and their tokens stay, so that tokens go on growing.
--
-- In    :wanted (JSON of name, owner; sorted by name)
-- Out   as many rows as were released: of the others there is no live lease of the attempt
--
-- One statement, as lease-release. It locks the rows in the order in which they are given, which is the same for all
-- clients, so that no clients wait in a circle.
UPDATE JSON_TABLE(:wanted, '$[*]' COLUMNS (
    name VARCHAR(400) PATH '$.name',
    owner VARCHAR(32) PATH '$.owner')) AS wanted
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = UNHEX(wanted.name) AND held.owner_id = UNHEX(wanted.owner)
SET held.owner_id = NULL,
    held.holder_hint = NULL,
    held.change_count = held.change_count + 1
WHERE held.expires_us > {now}
