-- Frees a lock if the attempt has it. The row and its token stay, so that tokens go on growing.
--
-- In    :name, :owner
-- Out   one row: released; no row: there is no live lease of this attempt
--
-- One statement, because between a look and an update the lease could end and the lock be granted to another.
UPDATE {table}
SET owner_id = NULL,
    holder_hint = NULL,
    change_count = change_count + 1
WHERE lock_name = :name
  AND owner_id = :owner
  AND expires_us > {now}
