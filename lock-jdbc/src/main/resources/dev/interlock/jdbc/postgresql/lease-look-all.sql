-- Looks up several locks, without locking anything.
--
-- In    :wanted (JSON of name)
-- Out   a row for each that was ever used: as lease-look, and its name
--
-- One statement, because the time must belong to the rows.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  lock_name
FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text)
  JOIN {table} ON lock_name = decode(name, 'hex')
