-- Waits in the server until this session has the bell of a lock, for at most so long. Who has it does not hold the lock.
--
-- In    :bell (which lock), :seconds
-- Out   one row: 1 this session has it, 0 the time is over, null an error
--
-- Bells are the server's and not the database's, hence the
-- database of the table is in their names. The server forgets them with the session.
SELECT GET_LOCK(SHA2(CONCAT({database}, :bell), 224), :seconds)
