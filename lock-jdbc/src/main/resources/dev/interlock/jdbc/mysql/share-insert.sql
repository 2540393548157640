-- Adds the row of a name that was never used.
--
-- In    :name
-- Out   how many rows
--
-- One statement. A row that another client has added meanwhile stays as it is.
INSERT INTO {table} (lock_name, share_record, change_count)
VALUES (:name, '', 0)
ON DUPLICATE KEY UPDATE change_count = change_count
