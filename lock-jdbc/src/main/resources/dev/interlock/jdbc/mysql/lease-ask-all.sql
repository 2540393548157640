-- Looks up several locks that were not granted, and how they can be recalled.
--
-- In    :wanted (JSON of name)
-- Out   as lease-look-all; one column more: the token count, as in lease-ask
--
-- One statement, because the time must belong to the rows.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  lock_name, token_count
FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (name VARCHAR(400) PATH '$.name')) AS wanted
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = UNHEX(wanted.name)
