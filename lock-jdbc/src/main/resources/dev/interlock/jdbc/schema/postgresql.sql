-- Interlock, mode lease: one row for each lock name that was ever used; no step deletes a row. To be run once, by hand
-- or by Flyway or Liquibase. The application needs SELECT, INSERT and UPDATE on the table, nothing more. The fill
-- factor leaves room for new versions of a row on its page, so that an update does not touch the index.
CREATE TABLE IF NOT EXISTS interlock_lease (
  lock_name      BYTEA        NOT NULL PRIMARY KEY, -- UTF-8, at most 200 bytes
  owner_id       BYTEA,                             -- attempt that has the lock, and where to recall it; secret; null: free
  first_token    BIGINT       NOT NULL,             -- first fencing token of the latest grant
  token_count    SMALLINT     NOT NULL,             -- how many tokens that grant reserved
  expires_us     BIGINT       NOT NULL,             -- end of the lease: microseconds since 1970, UTC, by this server
  holder_hint    VARCHAR(100),                      -- what the holder says about itself, if it has a hint
  change_count   BIGINT       NOT NULL,             -- grows with each write
  format_version SMALLINT     NOT NULL              -- meaning of this row
) WITH (fillfactor = 50);
