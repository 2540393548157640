-- Grants a lock whose name was never used here.
--
-- In    :name, :owner, :lease (microseconds), :tokens (how many), :hint (or null)
-- Out   one row: granted, its first token; error 23505: another was faster, so there is a row now
--
-- A plain INSERT, as in the other dialects: after the error the caller updates the row.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
SELECT :name, :owner, clock.us, :tokens, clock.us + :lease, :hint, 1, 1
FROM (SELECT {now} AS us) AS clock
RETURNING first_token
