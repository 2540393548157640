-- Adds the rows of a name that was never used. A transaction of its own, committed before any session locks them.
--
-- In    :name
-- Out   nothing
--
-- One statement, so that a name has both rows or none. It does not wait for sessions that have the rows locked.
INSERT INTO {table} (lock_name, part)
VALUES (:name, 0), (:name, 1)
ON CONFLICT DO NOTHING
