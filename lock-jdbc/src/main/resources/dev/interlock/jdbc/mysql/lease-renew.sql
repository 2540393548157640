-- Arms the lease of an attempt anew. Never creates or revives a lock, never shortens a lease.
--
-- In    :name, :owner, :lease (microseconds)
-- Out   one row: renewed; no row: there is no live lease of this attempt
--
-- One statement, because between a look and an update the lease could end and the lock be granted to another.
UPDATE {table}
SET expires_us = GREATEST(expires_us, {now} + :lease),
    change_count = change_count + 1
WHERE lock_name = :name
  AND owner_id = :owner
  AND expires_us > {now}
