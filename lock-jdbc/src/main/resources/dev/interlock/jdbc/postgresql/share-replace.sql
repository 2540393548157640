-- Replaces the record of a lock that several may hold, if it is still the one that was read and the lease that the change
-- extends is running.
--
-- In    :name, :version (which was read), :record, :before (the server's time in microseconds from which on it is too late)
-- Out   how many rows: 1 replaced, 0 another client was faster, or it is too late
--
-- One statement, because between a look and an update another client could write, whose grant would be lost, and a lease
-- could end, which the change would restore.
UPDATE {table}
SET share_record = :record,
    change_count = change_count + 1
WHERE lock_name = :name
  AND change_count = :version
  AND {now} < :before
