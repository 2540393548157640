-- Grants a lock to an attempt, or arms the lease anew if that attempt has it already. Never shortens a lease.
--
-- In    :name, :owner, :lease (microseconds), :tokens (how many), :hint (or null)
-- Out   one row: granted, its first token is the generated key; no row: another has it, or there is no row of this name
--
-- One statement, because between a look and an update another could update. It runs under the lock of one row, found by
-- its key. SET goes from left to right (MySQL manual, UPDATE), so a column is read before it is assigned and the owner
-- comes last; with MariaDB's SIMULTANEOUS_ASSIGNMENT every column is the old one, which is the same here. UTC_TIMESTAMP
-- is the start of the statement: one that had to wait for the row only gets a shorter lease. There is no RETURNING for
-- UPDATE, so the token travels in the reply as LAST_INSERT_ID. change_count makes each row that was found one that was
-- changed, since drivers may count either.
UPDATE {table}
SET first_token = LAST_INSERT_ID(IF(owner_id = :owner AND expires_us > {now},
                                    first_token,
                                    GREATEST(first_token + token_count, {now}))),
    token_count = IF(owner_id = :owner AND expires_us > {now}, token_count, :tokens),
    expires_us = IF(owner_id = :owner AND expires_us > {now}, GREATEST(expires_us, {now} + :lease), {now} + :lease),
    holder_hint = :hint,
    change_count = change_count + 1,
    owner_id = :owner
WHERE lock_name = :name
  AND format_version = 1
  AND (owner_id IS NULL OR owner_id = :owner OR expires_us <= {now})
