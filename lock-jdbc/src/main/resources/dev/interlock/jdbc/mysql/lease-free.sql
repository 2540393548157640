-- Frees a lock for an operator if its holder has the token. The row and its token stay, so that tokens go on growing.
--
-- In    :name, :token (the first one of the hold)
-- Out   one row: freed; no row: there is no live lease with this token
--
-- One statement, because between a look and an update the lease could end and the lock be granted to another.
UPDATE {table}
SET owner_id = NULL,
    holder_hint = NULL,
    change_count = change_count + 1
WHERE lock_name = :name
  AND first_token = :token
  AND owner_id IS NOT NULL
  AND expires_us > {now}
  AND format_version = 1
