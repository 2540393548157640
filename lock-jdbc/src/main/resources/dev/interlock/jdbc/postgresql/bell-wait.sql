-- Waits in the server until this session has the bell of a lock, for at most the session's lock_timeout. Who has it does
-- not hold the lock.
--
-- In    :bell (which lock)
-- Out   one row: 1 this session has it, -1 this server takes no writes and so is not the primary any more; an error: the
--       time is over
--
-- The server forgets bells with the session.
SELECT CASE WHEN {readonly} THEN -1 ELSE (SELECT 1 FROM pg_advisory_lock(:bell)) END
