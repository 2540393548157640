-- Interlock, mode lease: one row for each lock name that was ever used; no step deletes a row. To be run once, by hand
-- or by Flyway or Liquibase. The application needs SELECT, INSERT and UPDATE on the table, nothing more.
CREATE TABLE IF NOT EXISTS interlock_lease (
  lock_name      VARBINARY(200) NOT NULL COMMENT 'UTF-8; binary, since a collation would take different names for one',
  owner_id       BINARY(16)     NULL     COMMENT 'attempt that has the lock; secret; null: free',
  first_token    BIGINT         NOT NULL COMMENT 'first fencing token of the latest grant',
  token_count    SMALLINT       NOT NULL COMMENT 'how many tokens that grant reserved; over 1000: and where to recall it',
  expires_us     BIGINT         NOT NULL COMMENT 'end of the lease: microseconds since 1970, UTC, by this server',
  holder_hint    VARCHAR(100)   NULL     COMMENT 'what the holder says about itself, if it has a hint',
  change_count   BIGINT         NOT NULL COMMENT 'grows with each write',
  format_version SMALLINT       NOT NULL COMMENT 'meaning of this row',
  PRIMARY KEY (lock_name)
) ENGINE = InnoDB;
