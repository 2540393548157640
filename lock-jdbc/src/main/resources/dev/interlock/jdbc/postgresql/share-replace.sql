-- Replaces the record of a lock that several may hold, if it is still the one that was read.
--
-- In    :name, :version (which was read), :record
-- Out   how many rows: 1 replaced, 0 another client was faster
--
-- One statement, because between a look and an update another client could write, whose grant would be lost.
UPDATE {table}
SET share_record = :record,
    change_count = change_count + 1
WHERE lock_name = :name
  AND change_count = :version
