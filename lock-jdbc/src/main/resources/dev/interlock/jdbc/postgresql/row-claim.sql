-- Proves, after row-acquire, which grant minted last, and shows to looks that the lock is held if this session did.
--
-- In    :name
-- Out   one row: the last first token, if this session minted it and no look has the row; otherwise no row
--
-- Not part of row-acquire: that statement may see the tokens as they were before it had the lock. SKIP LOCKED, because
-- row-verify follows if there is no row, and waits for looks.
SELECT t.first_token
FROM {table} AS r JOIN {tokens} AS t ON t.lock_name = r.lock_name
WHERE r.lock_name = :name AND r.part = 1 AND t.session_id = pg_backend_pid()
FOR UPDATE OF r SKIP LOCKED
