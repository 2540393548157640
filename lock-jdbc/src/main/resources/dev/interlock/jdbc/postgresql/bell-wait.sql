-- Waits in the server until this session has the bell of a lock, for at most the session's lock_timeout. Who has it does
-- not hold the lock.
--
-- In    :bell (which lock)
-- Out   one row: 1 this session has it; an error: the time is over
--
-- The server forgets bells with the session.
SELECT 1 FROM pg_advisory_lock(:bell)
