-- Says which of several locks their attempts have, once the sessions that change them now are done.
--
-- In    :wanted (JSON of name, owner; sorted by name)
-- Out   a row for each that was ever used: name, and whether there is a live lease of its attempt
--
-- Apart from the update behind it, because that reports how many it changed and not which. With autocommit on the rows are
-- let go at the end of the statement. FORCE INDEX, because a scan of the table would lock rows beyond these.
SELECT held.lock_name, held.owner_id IS NOT NULL AND held.owner_id = UNHEX(wanted.owner) AND held.expires_us > {now}
FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (
    name VARCHAR(400) PATH '$.name',
    owner VARCHAR(32) PATH '$.owner')) AS wanted
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = UNHEX(wanted.name)
FOR UPDATE {of held}
