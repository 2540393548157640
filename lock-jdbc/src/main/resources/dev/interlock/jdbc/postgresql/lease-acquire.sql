-- Grants a lock to an attempt, or arms the lease anew if that attempt has it already. Never shortens a lease.
--
-- In    :name, :owner, :lease (microseconds), :tokens (how many), :hint (or null)
-- Out   one row: granted, its first token; no row: another has it, or there is no row of this name
--
-- One statement, because between a look and an update another could update. After waiting for a row PostgreSQL
-- checks the WHERE again on the row's newest version, with the time read before: one that had to wait only gets a
-- shorter lease. The time is read once, since clock_timestamp() differs from call to call; now() would be the start
-- of a transaction.
UPDATE {table} AS held
SET first_token = CASE WHEN held.owner_id = :owner AND held.expires_us > clock.us
                       THEN held.first_token
                       ELSE GREATEST(held.first_token + held.token_count, clock.us) END,
    token_count = CASE WHEN held.owner_id = :owner AND held.expires_us > clock.us
                       THEN held.token_count
                       ELSE :tokens END,
    expires_us = CASE WHEN held.owner_id = :owner AND held.expires_us > clock.us
                      THEN GREATEST(held.expires_us, clock.us + :lease)
                      ELSE clock.us + :lease END,
    holder_hint = :hint,
    change_count = held.change_count + 1,
    owner_id = :owner
FROM (SELECT {now} AS us) AS clock
WHERE held.lock_name = :name
  AND held.format_version = 1
  AND (held.owner_id IS NULL OR held.owner_id = :owner OR held.expires_us <= clock.us)
RETURNING held.first_token
