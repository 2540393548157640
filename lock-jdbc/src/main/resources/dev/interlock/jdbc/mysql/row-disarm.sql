-- Undoes row-arm before the connection goes back to the pool, so that the server does not end it there.
--
-- In    nothing
-- Out   nothing
--
-- One statement. DEFAULT is what a new session has.
SET SESSION wait_timeout = DEFAULT, SESSION innodb_lock_wait_timeout = DEFAULT
