-- Mints the first tokens of a name.
--
-- In    :name, :tokens (how many), :session (which one has the lock), :hint (or null)
-- Out   one row: the first token is the generated key; error 1062: there is a row now
--
-- A plain INSERT, because INSERT IGNORE would also ignore what is wrong.
INSERT INTO {table}
  (lock_name, first_token, token_count, session_id, holder_hint, change_count, format_version)
VALUES
  (:name, LAST_INSERT_ID({now}), :tokens, :session, :hint, 1, 1)
