-- Adds the rows of names that were never used here, as locks that are free: lease-acquire-all grants rows only.
--
-- In    :wanted (JSON of name; sorted by name)
-- Out   nothing that says anything
--
-- Not INSERT IGNORE, which would also ignore what is wrong. Where another was faster its row stays as it is.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
SELECT UNHEX(wanted.name), NULL, 0, 0, 0, NULL, 0, 1
FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (name VARCHAR(400) PATH '$.name')) AS wanted
ON DUPLICATE KEY UPDATE change_count = change_count
