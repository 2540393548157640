-- Reads the record of a lock that several may hold, without locking anything.
--
-- In    :name
-- Out   no row: the name was never used; one row: record (empty if there is none), version, the server's time in
--       microseconds, and whether the server takes no writes
--
-- One statement, because the record is judged by the time at which it was read.
SELECT share_record, change_count, {now} AS now_us, {readonly} AS read_only
FROM {table}
WHERE lock_name = :name
