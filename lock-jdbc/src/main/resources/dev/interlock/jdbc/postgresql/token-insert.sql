-- Mints the first tokens of a name.
--
-- In    :name, :tokens (how many), :session (which one has the lock), :hint (or null)
-- Out   one row: the first token; no row: there is a row now; error 42P10: the name is no key of the table
--
-- ON CONFLICT, because the server writes the error of a plain INSERT to its log. The caller updates the row then.
INSERT INTO {table}
  (lock_name, first_token, token_count, session_id, holder_hint, change_count, format_version)
VALUES
  (:name, {now}, :tokens, :session, :hint, 1, 1)
ON CONFLICT (lock_name) DO NOTHING
RETURNING first_token
