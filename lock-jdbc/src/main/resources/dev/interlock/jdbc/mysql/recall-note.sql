-- Leaves notes in the row in which the locks of one client are recalled, unless they are there.
--
-- In    :row (its key), :notes (separated by commas), :count (how many)
-- Out   one row: they are new; no row: they are there already, or there is no such row
--
-- One statement. The latest notes come first; those that do not fit in any more are cut off, and the count of all shows
-- that. A note that is there already costs no commit: the client has read it, or will.
UPDATE {table}
SET holder_hint = LEFT(CONCAT(:notes, ',', COALESCE(holder_hint, '')), 100),
    expires_us = {now},
    change_count = change_count + :count
WHERE lock_name = :row
  AND LOCATE(CONCAT(:notes, ','), COALESCE(holder_hint, '')) = 0
