-- Looks up a lock.
--
-- KEYS  1 the lock
-- Returns {value, ms left of the lease, -1 if it has none}, or nil if there is no lock, or if it is kept for one that waits
--
-- One step, because the time must belong to the value.
local value = redis.call('GET', KEYS[1])
return value and string.sub(value, 1, 2) ~= '0 ' and {value, redis.call('PTTL', KEYS[1])}
