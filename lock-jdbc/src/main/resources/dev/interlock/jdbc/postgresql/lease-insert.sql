-- Grants a lock whose name was never used here.
--
-- In    :name, :owner, :lease (microseconds), :tokens (how many), :hint (or null)
-- Out   one row: granted, its first token; no row: another was faster, so there is a row now; error 42P10: the name is no
--       key of the table
--
-- ON CONFLICT, because the server writes the error of a plain INSERT to its log. The caller updates the row then.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
SELECT :name, :owner, clock.us, :tokens, clock.us + :lease, :hint, 1, 1
FROM (SELECT {now} AS us) AS clock
ON CONFLICT (lock_name) DO NOTHING
RETURNING first_token
