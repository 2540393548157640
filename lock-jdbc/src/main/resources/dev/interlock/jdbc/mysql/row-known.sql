-- Tells, after row-look found no row to lock, whether there is one.
--
-- In    :name
-- Out   one row: another has it, or had it a moment ago; no row: the name was never used, or its rows were deleted
--
-- Apart from row-look, which most often finds its row. A plain read waits for no lock.
SELECT part
FROM {table}
WHERE lock_name = :name AND part = 1
