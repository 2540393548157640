-- Looks whether somebody has the bell of a lock, and so waits for that lock or holds it.
--
-- In    :bell (which lock)
-- Out   one row: 1 nobody has it, 0 somebody has it
--
-- Who asks has it for the moment of its statement, which is a transaction: there is no cheaper question.
SELECT CASE WHEN pg_try_advisory_xact_lock(:bell) THEN 1 ELSE 0 END
