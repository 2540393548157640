-- Asks whether a session has the named lock of a lock, and so waits for that lock or holds it.
--
-- In    :bell (key of the named lock)
-- Out   one row: 1 no session has it, 0 a session has it
--
-- The asking session has it for the time of its statement, which is a transaction: there is no cheaper question.
SELECT CASE WHEN pg_try_advisory_xact_lock(:bell) THEN 1 ELSE 0 END
