-- Prepares a session to wait for the named lock of a lock.
--
-- In    :bell (key of the named lock), :snapshot (how long one look waits, in milliseconds), :looks (how many a wait
--       has), :idle (how long the session may send nothing, in milliseconds)
-- Out   one row
--
-- One statement. bell-wait takes no parameters, so the session has its first two. Without the last part a client that was
-- stopped would keep the named lock until it goes on; idle_session_timeout is new in 14. Any other limit that an operator
-- may have set for statements and transactions would end the wait; transaction_timeout is new in 17.
SELECT set_config('interlock.bell', CAST(:bell AS text), false),
  set_config('interlock.looks', CAST(:looks AS text), false),
  set_config('lock_timeout', CAST(:snapshot AS text), false),
  set_config('statement_timeout', '0', false),
  CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN set_config('transaction_timeout', '0', false) END,
  CASE WHEN current_setting('idle_session_timeout', true) IS NOT NULL
    THEN set_config('idle_session_timeout', CAST(:idle AS text), false) END
