-- Looks again and again at the row in which the locks of this client are recalled, until that changes.
--
-- In    :row (its key), :seen (how many notes were read), :pause (before each look, in seconds), :looks (how many at most)
-- Out   one row: there may be another note, or the row is gone; no row: nothing changed up to the last look
--
-- As bell-watch: what the server reads is not committed, and only a hint.
WITH RECURSIVE looks AS (SELECT 1 AS look UNION ALL SELECT look + 1 FROM looks WHERE look < :looks)
SELECT look
FROM looks
WHERE IF(SLEEP(:pause) = 0, (
    SELECT COUNT(*)
    FROM {table}
    WHERE lock_name >= :row AND lock_name <= :row
      AND change_count = :seen
      AND RAND() >= 0), 1) = 0
LIMIT 1
