-- Takes the named lock of a lock for this session if no session has it. It does not hold the lock then.
--
-- In    :bell (key of the named lock)
-- Out   one row: 1 this session has it, 0 another one, null an error
--
-- Its answer comes at once: either way a session has the named lock from then on, so other clients see that there are
-- waiters.
SELECT GET_LOCK(SHA2(CONCAT({database}, :bell), 224), 0)
