-- Interlock, mode row-lock: two tables, with rows for each lock name that was ever used; rows are never deleted.
-- To be run once, by hand or by Flyway or Liquibase. The application needs SELECT, INSERT and UPDATE on both
-- tables, nothing more. A transaction that has the row of part 0 locked holds the lock; part 1 is locked with it,
-- for clients that only look.
CREATE TABLE IF NOT EXISTS interlock_row (
  lock_name VARBINARY(200) NOT NULL COMMENT 'UTF-8; binary, since a collation would take different names for one',
  part      SMALLINT       NOT NULL COMMENT '0: the lock; 1: for looks that do not acquire',
  PRIMARY KEY (lock_name, part)
) ENGINE = InnoDB;
-- Apart from the locks: a token is committed while the lock's row is still locked.
CREATE TABLE IF NOT EXISTS interlock_row_token (
  lock_name      VARBINARY(200) NOT NULL COMMENT 'as above',
  first_token    BIGINT         NOT NULL COMMENT 'first fencing token of the latest grant',
  token_count    SMALLINT       NOT NULL COMMENT 'how many tokens that grant reserved',
  session_id     BIGINT         NOT NULL COMMENT 'which session it was for: SHOW PROCESSLIST, KILL',
  holder_hint    VARCHAR(100)   NULL     COMMENT 'what the holder says about itself, if it has a hint',
  change_count   BIGINT         NOT NULL COMMENT 'grows with each write',
  format_version SMALLINT       NOT NULL COMMENT 'meaning of this row',
  PRIMARY KEY (lock_name)
) ENGINE = InnoDB;
