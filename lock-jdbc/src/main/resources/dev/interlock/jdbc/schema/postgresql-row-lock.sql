-- Interlock, mode row-lock: two tables, with rows for each lock name that was ever used; rows are never deleted. To
-- be run once, by hand or by Flyway or Liquibase. The application needs SELECT, INSERT and UPDATE on both tables,
-- nothing more. A transaction that has the row of part 0 locked holds the lock; part 1 is locked with it, for clients
-- that only look. The fill factor leaves room for new versions of a row on its page, since PostgreSQL keeps row
-- locks in the rows.
CREATE TABLE IF NOT EXISTS interlock_row (
  lock_name BYTEA    NOT NULL, -- UTF-8, at most 200 bytes
  part      SMALLINT NOT NULL, -- 0: the lock; 1: for looks that do not acquire
  PRIMARY KEY (lock_name, part)
) WITH (fillfactor = 50);
-- Apart from the locks: a token is committed while the lock's row is still locked.
CREATE TABLE IF NOT EXISTS interlock_row_token (
  lock_name      BYTEA        NOT NULL PRIMARY KEY, -- as above
  first_token    BIGINT       NOT NULL,             -- first fencing token of the latest grant
  token_count    SMALLINT     NOT NULL,             -- how many tokens that grant reserved
  session_id     BIGINT       NOT NULL,             -- which session it was for: pg_stat_activity, pg_terminate_backend
  holder_hint    VARCHAR(100),                      -- what the holder says about itself, if it has a hint
  change_count   BIGINT       NOT NULL,             -- grows with each write
  format_version SMALLINT     NOT NULL              -- meaning of this row
) WITH (fillfactor = 50);
