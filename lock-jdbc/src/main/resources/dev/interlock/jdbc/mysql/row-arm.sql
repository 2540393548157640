-- Has the server end this session, and with it the transaction, once it was idle for so long.
--
-- In    :seconds (the lease, rounded up to whole seconds, as MySQL counts; manual, wait_timeout)
-- Out   nothing
--
-- One statement, because without the first part a lock could be held without end. The second part limits one wait
-- for a row to a second: a waiter that died waits on in the server for no longer.
SET SESSION wait_timeout = :seconds, SESSION innodb_lock_wait_timeout = 1
