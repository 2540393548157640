-- Has the server end this session once its transaction was idle for so long. Holds for this transaction only.
--
-- In    :millis (the lease)
-- Out   one row
--
-- One statement, because without the first part a lock could be held without end. lock_timeout limits one wait for a
-- row to a second: a waiter that died waits on in the server for no longer. Whatever else an operator may have set to
-- end statements and transactions would cut the lease; transaction_timeout is new in 17.
SELECT set_config('idle_in_transaction_session_timeout', CAST(:millis AS text), true),
  set_config('lock_timeout', '1000', true),
  set_config('statement_timeout', '0', true),
  (SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout')
