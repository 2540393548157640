-- Interlock, locks that several may hold: one row for each name that was ever used; no step deletes a row. To be run
-- once, by hand or by Flyway or Liquibase; without this table there are no such locks. The application needs SELECT,
-- INSERT and UPDATE on the table, nothing more. The name is that of the locks' table with _share behind it.
CREATE TABLE IF NOT EXISTS interlock_lease_share (
  lock_name    BYTEA  NOT NULL PRIMARY KEY, -- UTF-8, at most 200 bytes
  share_record TEXT   NOT NULL,             -- its holders and waiters; has secrets
  change_count BIGINT NOT NULL              -- grows with each write
) WITH (fillfactor = 50);
