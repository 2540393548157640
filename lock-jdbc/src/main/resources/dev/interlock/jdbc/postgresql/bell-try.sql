-- Takes the named lock of a lock for this session if no session has it. It does not hold the lock then.
--
-- In    :bell (key of the named lock)
-- Out   one row: 1 this session has it, 0 another one
--
-- Its answer comes at once: either way a session has the named lock from then on, so other clients see that there are
-- waiters.
SELECT CASE WHEN pg_try_advisory_lock(:bell) THEN 1 ELSE 0 END
