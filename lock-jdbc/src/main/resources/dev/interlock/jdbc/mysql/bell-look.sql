-- Looks whether somebody has the bell of a lock, and so waits for that lock or holds it.
--
-- In    :bell (which lock)
-- Out   one row: 1 nobody has it, 0 somebody has it, null an error
SELECT IS_FREE_LOCK(SHA2(CONCAT({database}, :bell), 224))
