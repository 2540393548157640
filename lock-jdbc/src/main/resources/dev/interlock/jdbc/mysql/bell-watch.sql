-- Looks at a lock's row again and again, for a client that has the named lock, until the lock may be free.
--
-- In    :name, :pause (before each look, in seconds), :looks (how many at most)
-- Out   one row: free, or its lease is over; no row: held at the last look
--
-- One statement instead of as many requests. The session reads uncommitted rows: at every other level a statement sees
-- the rows of its beginning. What it says is a hint, so that a release which is rolled back only costs a request.
-- RAND makes the server read anew for each look (MySQL manual, EXPLAIN: UNCACHEABLE SUBQUERY), and the range, which has
-- one row, keeps it from reading the row only once, while it optimizes.
WITH RECURSIVE looks AS (SELECT 1 AS look UNION ALL SELECT look + 1 FROM looks WHERE look < :looks)
SELECT look
FROM looks
WHERE IF(SLEEP(:pause) = 0, (
    SELECT COUNT(*)
    FROM {table}
    WHERE lock_name >= :name AND lock_name <= :name
      AND owner_id IS NOT NULL AND expires_us > {now}
      AND RAND() >= 0), 1) = 0
LIMIT 1
