-- Interlock, fencing guard: one row for each lock name that was ever claimed; rows are never deleted. To be run once,
-- by hand or by Flyway or Liquibase. It belongs in the schema of the guarded tables. The application needs SELECT,
-- INSERT and UPDATE on the table, nothing more.
CREATE TABLE IF NOT EXISTS interlock_fence (
  domain_name VARBINARY(200) NOT NULL COMMENT 'where the tokens come from; UTF-8',
  lock_name   VARBINARY(200) NOT NULL COMMENT 'UTF-8; binary, since a collation would take different names for one',
  generation  INT            NOT NULL COMMENT 'of the domain: grows when the lock store is swapped',
  token       BIGINT         NOT NULL COMMENT 'fencing token of the latest claim, in that generation',
  claim_count BIGINT         NOT NULL
    COMMENT 'grows with each claim: shows whether a snapshot is older than the latest one',
  PRIMARY KEY (domain_name, lock_name)
) ENGINE = InnoDB;
