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
  (SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'),
  (SELECT set_config(name, CAST(:idle AS text), false) FROM pg_settings WHERE name = 'idle_session_timeout')
