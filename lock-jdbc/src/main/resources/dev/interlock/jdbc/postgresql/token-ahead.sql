-- Mints the tokens of a grant that is about to be tried, and commits before the row is locked: what follows in the same
-- message (row-claim) proves under the lock that no other grant has minted since.
--
-- In    :name, :tokens (how many), :hint (or null)
-- Out   one row: the first token; no row: the lock is held, its rows are in use or missing, or of another format
--
-- One statement. It locks the row of the lock until it commits, so that a try never changes what is written about a
-- holder. SKIP LOCKED on both rows, because nothing here is worth waiting for: row-acquire then says why.
UPDATE {tokens} AS t
SET first_token = GREATEST(t.first_token + t.token_count, {now}),
    token_count = :tokens,
    session_id = pg_backend_pid(),
    holder_hint = :hint,
    change_count = t.change_count + 1
WHERE t.lock_name = (
    SELECT r.lock_name
    FROM {table} AS r JOIN {tokens} AS own ON own.lock_name = r.lock_name
    WHERE r.lock_name = :name AND r.part = 0
    FOR UPDATE SKIP LOCKED)
  AND t.format_version = 1
RETURNING t.first_token
