-- Prepares a session to look at the row of a lock, by bell-watch, which takes no parameters.
--
-- In    :name, :pause (before each look, in seconds), :looks (how many at most)
-- Out   one row
SELECT set_config('interlock.watch_name', encode(:name, 'hex'), false),
  set_config('interlock.watch_pause', CAST(:pause AS text), false),
  set_config('interlock.watch_looks', CAST(:looks AS text), false)
