-- Looks up several locks that were not granted, and recalls those that their clients may keep after a release.
--
-- In    :wanted (JSON of name, owner)
-- Out   as lease-look-all; one column more, without a meaning
--
-- One statement, as lease-ask.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  lock_name,
  CASE WHEN octet_length(owner_id) = 32 AND owner_id <> decode(owner, 'hex') AND expires_us > {now} AND NOT {readonly}
       THEN CAST(pg_notify('interlock_' || encode(substr(owner_id, 17), 'hex'),
                           encode(substr(owner_id, 1, 16), 'hex')) AS text) END AS recalled
FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text, owner text)
  JOIN {table} ON lock_name = decode(name, 'hex')
