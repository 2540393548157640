-- Looks up a lock for a list.
--
-- KEYS  1 the lock; where locks have queues: 2 its queue
-- Returns {value, ms left of the lease, -1 if it has none, how many wait, -1 if locks have no queues}, or nil if there is no
--       lock, or if it is kept for one that waits
--
-- One step, because the time and the number must belong to the value.
local value = redis.call('GET', KEYS[1])
return value and string.sub(value, 1, 2) ~= '0 '
  and {value, redis.call('PTTL', KEYS[1]), KEYS[2] and redis.call('ZCARD', KEYS[2]) or -1}
