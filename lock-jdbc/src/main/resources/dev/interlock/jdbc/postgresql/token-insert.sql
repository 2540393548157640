-- Mints the first tokens of a name.
--
-- In    :name, :tokens (how many), :session (which one has the lock), :hint (or null)
-- Out   one row: the first token; error 23505: there is a row now
--
-- A plain INSERT, as in the other dialects: after the error the caller updates the row.
INSERT INTO {table}
  (lock_name, first_token, token_count, session_id, holder_hint, change_count, format_version)
VALUES
  (:name, {now}, :tokens, :session, :hint, 1, 1)
RETURNING first_token
