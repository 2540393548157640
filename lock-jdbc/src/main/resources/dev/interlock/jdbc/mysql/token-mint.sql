-- Mints the tokens of the next grant. Not in the transaction that holds the lock: a token minted there is undone when
-- that session is killed, and then given to the next holder, too.
--
-- In    :name, :tokens (how many), :session (which one has the lock), :hint (or null)
-- Out   one row: the first token is the generated key; no row: there is no row of this name
--
-- One statement, and a transaction of its own, because two grants must never read the same last token. SET goes from
-- left to right (MySQL manual, UPDATE): token_count is read before it is assigned; with MariaDB's
-- SIMULTANEOUS_ASSIGNMENT every column is the old one, which is the same here. There is no RETURNING for UPDATE, so the
-- token travels as LAST_INSERT_ID.
UPDATE {table}
SET first_token = LAST_INSERT_ID(GREATEST(first_token + token_count, {now})),
    token_count = :tokens,
    session_id = :session,
    holder_hint = :hint,
    change_count = change_count + 1
WHERE lock_name = :name
  AND format_version = 1
