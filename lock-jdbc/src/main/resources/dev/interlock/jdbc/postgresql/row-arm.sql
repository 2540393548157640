-- Has the server end this session once its transaction was idle for so long. Holds for this transaction only.
--
-- In    :millis (the lease)
-- Out   one row
--
-- One statement, because without the first part a lock could be held without end. lock_timeout limits one wait for a
-- row to a second: a waiter that died waits on in the server for no longer. Whatever else an operator may have set to
-- end statements and transactions would cut the lease; transaction_timeout is new in 17.
-- The view pg_settings would tell it, too, but lists every setting for that: a millisecond.
SELECT set_config('idle_in_transaction_session_timeout', CAST(:millis AS text), true),
  set_config('lock_timeout', '1000', true),
  set_config('statement_timeout', '0', true),
  CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN set_config('transaction_timeout', '0', true) END
