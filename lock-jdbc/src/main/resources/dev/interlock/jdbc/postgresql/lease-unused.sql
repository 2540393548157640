-- Lists names from the least one behind another on, and says which were not used for long. It locks nothing.
--
-- In    :name (that other one), :age (microseconds), :count (how many at most)
-- Out   a row for each: the name, and whether its lock was not used for so long
--
-- Apart from the deletion, as in the other dialects. It lists the
-- others too, so that one statement reads a bounded number of rows.
SELECT lock_name,
  format_version = 1 AND expires_us < {now} - :age AND first_token + token_count < {now} - :age AS unused
FROM {table}
WHERE lock_name > :name
ORDER BY lock_name
LIMIT :count
