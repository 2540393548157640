-- Interlock, fencing guard: one row for each lock name that was ever claimed; rows are never deleted. To be run once,
-- by hand or by Flyway or Liquibase. It belongs in the database of the guarded tables. The application needs SELECT,
-- INSERT and UPDATE on the table, nothing more. The fill factor leaves room for new versions of a row on its page, so
-- that an update does not touch the index.
CREATE TABLE IF NOT EXISTS interlock_fence (
  domain_name BYTEA  NOT NULL, -- where the tokens come from; UTF-8, at most 200 bytes
  lock_name   BYTEA  NOT NULL, -- UTF-8, at most 200 bytes
  generation  INT    NOT NULL, -- of the domain: grows when the lock store is swapped
  token       BIGINT NOT NULL, -- fencing token of the latest claim, in that generation
  claim_count BIGINT NOT NULL, -- grows with each claim
  PRIMARY KEY (domain_name, lock_name)
) WITH (fillfactor = 50);
