-- Looks up a lock that was not granted, and how it can be recalled.
--
-- In    :name
-- Out   as lease-look; one column more: the token count, which is greater than any grant reserves if the lock can be recalled
--
-- Apart from the note that recalls it, which few locks need.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  token_count
FROM {table}
WHERE lock_name = :name
