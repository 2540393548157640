-- Has the server end this session, and with it the transaction, once it was idle for so long.
--
-- In    :seconds (the lease, rounded up to whole seconds, as MariaDB counts)
-- Out   nothing
--
-- One statement, because without the first parts a lock could be held without end. Within a transaction
-- idle_transaction_timeout goes before wait_timeout, and its two variants before both (MariaDB manual, Transaction
-- Timeouts): an operator's value for one of them would otherwise cut the lease. The last part limits one wait for a row
-- to a second: a waiter that died waits on in the server for no longer.
SET SESSION wait_timeout = :seconds, SESSION idle_transaction_timeout = :seconds,
  SESSION idle_readonly_transaction_timeout = 0, SESSION idle_write_transaction_timeout = 0,
  SESSION innodb_lock_wait_timeout = 1
