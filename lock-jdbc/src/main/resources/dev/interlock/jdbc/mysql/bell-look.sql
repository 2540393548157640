-- Asks whether a session has the named lock of a lock, and so waits for that lock or holds it.
--
-- In    :bell (key of the named lock)
-- Out   one row: 1 no session has it, 0 a session has it, null an error
SELECT IS_FREE_LOCK(SHA2(CONCAT({database}, :bell), 224))
