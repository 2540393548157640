-- Deletes the lock if the attempt has it, and keeps it for the first in the queue, or notifies listeners. Where locks
-- have queues, an attempt that does not have the lock leaves the queue.
--
-- KEYS  1 the lock; where locks have queues: 2 its queue; where listeners are not counted: 3 the last looks of the waiters
--       in it
-- ARGV  1 attempt id, 2 channel of releases; with a queue: 3 channel of the attempt's client
-- Returns 1 released, 2 released but this user may not publish, 0 not this attempt's lock
--
-- One step, because between a look and DEL the lock could expire and be granted to another, whose lock we would delete.
local value = redis.call('GET', KEYS[1])
if value and string.sub(value, 1, 35) == '1 ' .. ARGV[1] .. ' ' then
  return free(KEYS[1], KEYS[2], KEYS[3], ARGV[2])
end
if is_kept(value, ARGV[1]) then
  free(KEYS[1], KEYS[2], KEYS[3], ARGV[2])
elseif KEYS[2] then
  take_out(KEYS[2], KEYS[3], ARGV[1] .. ' ' .. ARGV[3])
end
return 0
