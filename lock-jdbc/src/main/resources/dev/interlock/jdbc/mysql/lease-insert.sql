-- Grants a lock whose name was never used here.
--
-- In    :name, :owner, :lease (microseconds), :tokens (how many), :hint (or null)
-- Out   one row: granted, its first token is the generated key; error 1062: another was faster, so there is a row now
--
-- A plain INSERT, because INSERT IGNORE would also ignore what is wrong, and ON DUPLICATE KEY UPDATE counts rows
-- differently from driver to driver.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
VALUES
  (:name, :owner, LAST_INSERT_ID({now}), :tokens, {now} + :lease, :hint, 1, 1)
