-- Looks whether a lock is held now, in a transaction of its own that ends with the statement.
--
-- In    :name
-- Out   one row: free; no row: held, or the name was never used
--
-- One statement. It shares its row with other looks and never meets a try, which locks the row of part 0.
SELECT part
FROM {table}
WHERE lock_name = :name AND part = 1
FOR SHARE SKIP LOCKED
