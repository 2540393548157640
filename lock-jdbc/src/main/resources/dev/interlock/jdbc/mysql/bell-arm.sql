-- Prepares a session to wait for the named lock of a lock.
--
-- In    :idle (how long the session may send nothing, in seconds, as MySQL counts)
-- Out   nothing
--
-- One statement. Without the first part a client that was stopped would keep the named lock for eight hours. An operator
-- may have set the second one for all queries, and it would end the wait.
SET SESSION wait_timeout = :idle, SESSION max_execution_time = 0
