-- Looks at a lock's row again and again, for a client that has the named lock, until the lock may be free.
--
-- In    nothing: bell-pace has set which row, how often and how many times to look
-- Out   a notice with state IL001: free, or its lease is over; no notice: held at the last look
--
-- One statement instead of as many requests. COMMIT gives up the snapshot, at every level of isolation: the next look
-- sees the row as it is then, and old versions of rows can be removed.
DO $$
BEGIN
  FOR look IN 1..CAST(current_setting('interlock.watch_looks') AS int) LOOP
    PERFORM pg_sleep(CAST(current_setting('interlock.watch_pause') AS double precision));
    COMMIT;
    IF NOT EXISTS (
        SELECT 1
        FROM {table}
        WHERE lock_name = decode(current_setting('interlock.watch_name'), 'hex')
          AND owner_id IS NOT NULL AND expires_us > {now}) THEN
      RAISE INFO USING MESSAGE = 'the lock is free', ERRCODE = 'IL001';
      RETURN;
    END IF;
  END LOOP;
END $$
