-- Looks up a lock that was not granted, and recalls it if its client may keep it after a release.
--
-- In    :name, :owner (of the attempt that asks)
-- Out   as lease-look; one column more, without a meaning
--
-- One statement, so that a recall costs no request. The owner of a lock that can be recalled is longer: the attempt, and
-- behind it the channel of its client. All other rows are only read, and a standby, which refuses to notify, is not asked to.
SELECT owner_id, first_token, expires_us - {now} AS left_us, holder_hint, format_version, {readonly} AS read_only,
  CASE WHEN octet_length(owner_id) = 32 AND owner_id <> :owner AND expires_us > {now} AND NOT {readonly}
       THEN CAST(pg_notify('interlock_' || encode(substr(owner_id, 17), 'hex'),
                           encode(substr(owner_id, 1, 16), 'hex')) AS text) END AS recalled
FROM {table}
WHERE lock_name = :name
