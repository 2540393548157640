-- Deletes rows of locks that were not used for long. Never waits for a row.
--
-- In    :wanted (JSON of name), :age (microseconds)
-- Out   as many rows as were deleted: the others are in use, or their rows are locked
--
-- One statement, because between a look and a deletion the lock could be granted. A row whose last token is not older
-- than that age stays: the next token of its name is at least the server's clock, and so grows although the row is gone.
WITH unused AS MATERIALIZED (
  SELECT there.lock_name
  FROM json_to_recordset(CAST(:wanted AS json)) AS wanted(name text)
    JOIN {table} AS there ON there.lock_name = decode(name, 'hex')
  WHERE there.format_version = 1
    AND there.expires_us < {now} - :age
    AND there.first_token + there.token_count < {now} - :age
  ORDER BY there.lock_name
  FOR UPDATE {of there} SKIP LOCKED
)
DELETE FROM {table} AS held
USING unused
WHERE held.lock_name = unused.lock_name
