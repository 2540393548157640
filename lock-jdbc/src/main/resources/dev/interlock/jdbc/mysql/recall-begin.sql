-- Adds the row in which other clients recall the locks of this one, if it is not there.
--
-- In    :row (its key)
-- Out   nothing that says anything
--
-- Its lock is free and never asked for, since no name of a user begins with a zero byte. Its end of the lease is its last
-- use, so that the deletion of unused rows deletes it once no client has it.
INSERT INTO {table}
  (lock_name, owner_id, first_token, token_count, expires_us, holder_hint, change_count, format_version)
VALUES
  (:row, NULL, 0, 0, {now}, NULL, 0, 1)
ON DUPLICATE KEY UPDATE expires_us = {now}
