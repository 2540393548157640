-- Waits in the server until this session has the named lock of a lock, for at most so long. It does not hold
-- the lock then.
--
-- In    :bell (key of the named lock), :seconds
-- Out   one row: 1 this session has it, 0 the time is over, null an error
--
-- Named locks belong to the server and not to the database, hence the database of the
-- table is in their names. The server drops them with the session.
SELECT GET_LOCK(SHA2(CONCAT({database}, :bell), 224), :seconds)
