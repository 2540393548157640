-- Waits in the server until this session has the named lock of a lock, for at most so many looks of so long (see
-- bell-arm). The session that has the named lock does not hold the lock.
--
-- In    nothing: bell-arm has set which named lock, and how often to look
-- Out   a notice with state IL001: this session has it; no notice: the time is over
--
-- A waiting statement keeps its snapshot, and while it does no old version of any row of the database is removed: a hot
-- row, such as that of a lock, gets slower with each update. So the snapshot is given up after each look, by COMMIT; the
-- place in the queue goes with it, which all others lose as often. One statement, because the next look is to follow at
-- once, and because the server does not log an error that it catches. The server drops named locks with the session.
DO $$
BEGIN
  FOR look IN 1..CAST(current_setting('interlock.looks') AS int) LOOP
    BEGIN
      PERFORM pg_advisory_lock(CAST(current_setting('interlock.bell') AS bigint));
      RAISE INFO USING MESSAGE = 'the bell rings', ERRCODE = 'IL001';
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
    COMMIT;
  END LOOP;
END $$
