-- Adds the rows of names that were never used here, as locks that are free: lease-acquire-all grants rows only.
--
-- In    :wanted (JSON of name)
-- Out   nothing that says anything
--
-- Where another was faster its row stays as it is.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
SELECT decode(name, 'hex'), NULL, 0, 0, 0, NULL, 0, 1
FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text)
ORDER BY name
ON CONFLICT DO NOTHING
