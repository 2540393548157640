-- As lease-own-all, of those whose rows no other session keeps locked: the others would be waited for.
--
-- In    :wanted (JSON of name, owner)
-- Out   a row for each such one that was ever used: name, and whether there is a live lease of its attempt
--
-- One locked row is to cost the other locks nothing. With autocommit on the rows are let go at the end of the statement.
SELECT held.lock_name,
  held.owner_id IS NOT NULL AND held.owner_id = decode(owner, 'hex') AND held.expires_us > {now}
FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
  JOIN {table} AS held ON held.lock_name = decode(name, 'hex')
ORDER BY held.lock_name
FOR UPDATE {of held} SKIP LOCKED
