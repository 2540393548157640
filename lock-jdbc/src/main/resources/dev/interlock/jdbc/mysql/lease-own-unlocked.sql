-- As lease-own-all, of those whose rows no other session keeps locked: the others would be waited for.
--
-- In    :wanted (JSON of name, owner; sorted by name)
-- Out   a row for each such one that was ever used: name, and whether there is a live lease of its attempt
--
-- One locked row is to cost the other locks nothing. With autocommit on the rows are let go at the end of the statement.
SELECT held.lock_name, held.owner_id IS NOT NULL AND held.owner_id = UNHEX(wanted.owner) AND held.expires_us > {now}
FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (
    name VARCHAR(400) PATH '$.name',
    owner VARCHAR(32) PATH '$.owner')) AS wanted
  STRAIGHT_JOIN {table} AS held ON held.lock_name = UNHEX(wanted.name)
FOR UPDATE {of held} SKIP LOCKED
