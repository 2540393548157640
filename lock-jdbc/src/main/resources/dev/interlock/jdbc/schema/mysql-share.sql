-- Interlock, locks that several may hold: one row for each name that was ever used; no step deletes a row. To be run
-- once, by hand or by Flyway or Liquibase; without this table there are no such locks. The application needs SELECT,
-- INSERT and UPDATE on the table, nothing more. The name is that of the locks' table with _share behind it.
CREATE TABLE IF NOT EXISTS interlock_lease_share (
  lock_name    VARBINARY(200) NOT NULL COMMENT 'UTF-8; binary, since a collation would take different names for one',
  share_record MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'its holders and waiters; has secrets',
  change_count BIGINT         NOT NULL COMMENT 'grows with each write',
  PRIMARY KEY (lock_name)
) ENGINE = InnoDB;
