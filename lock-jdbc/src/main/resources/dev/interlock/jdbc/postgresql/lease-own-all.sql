-- Says which of several locks their attempts have, once the sessions that change them now are done.
--
-- In    :wanted (JSON of name, owner)
-- Out   a row for each that was ever used: name, and whether there is a live lease of its attempt
--
-- Apart from the update behind it, because that reports how many it changed and not which. With autocommit on the rows are
-- let go at the end of the statement.
SELECT held.lock_name,
  held.owner_id IS NOT NULL AND held.owner_id = decode(owner, 'hex') AND held.expires_us > {now}
FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
  JOIN {table} AS held ON held.lock_name = decode(name, 'hex')
ORDER BY held.lock_name
FOR UPDATE {of held}
