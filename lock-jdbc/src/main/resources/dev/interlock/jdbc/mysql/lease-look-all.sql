-- Looks up several locks, without locking anything.
--
-- In    :wanted (JSON of name)
-- Out   a row for each that was ever used: as lease-look, and its name
--
-- One statement, because the time must belong to the rows.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  lock_name
FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (name VARCHAR(400) PATH '$.name')) AS wanted
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = UNHEX(wanted.name)
