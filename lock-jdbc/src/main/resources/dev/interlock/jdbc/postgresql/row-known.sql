-- Tells, after row-acquire, row-wait or row-look found no row to lock, whether there is one.
--
-- In    :name
-- Out   one row: another has it, or had it a moment ago; no row: the name was never used
--
-- Apart from row-acquire, which most often finds its row.
SELECT part
FROM {table}
WHERE lock_name = :name AND part = 0
