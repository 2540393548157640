-- Deletes rows of locks that were not used for long. Never waits for a row.
--
-- In    :wanted (JSON of name; sorted by name), :count (how many), :age (microseconds)
-- Out   as many rows as were deleted: the others are in use, or their rows are locked
--
-- One statement, because between a look and a deletion the lock could be granted. A row whose last token is not older
-- than that age stays: the next token of its name is at least the server's clock, and so grows although the row is gone.
-- The derived table, which has all of them and is one of its own by its LIMIT, locks the rows that can be locked at once.
-- FORCE INDEX, because a scan of the table would lock the rows of held locks.
DELETE held
FROM (
  SELECT there.lock_name
  FROM JSON_TABLE(:wanted, '$[*]' COLUMNS (name VARCHAR(400) PATH '$.name')) AS wanted
    STRAIGHT_JOIN {table} AS there FORCE INDEX (PRIMARY) ON there.lock_name = UNHEX(wanted.name)
  WHERE there.format_version = 1
    AND there.expires_us < {now} - :age
    AND there.first_token + there.token_count < {now} - :age
  LIMIT :count
  FOR UPDATE {of there} SKIP LOCKED) AS unused
  STRAIGHT_JOIN {table} AS held FORCE INDEX (PRIMARY) ON held.lock_name = unused.lock_name
