-- Looks up a lock.
--
-- KEYS  1 the lock
-- Returns {value, ms left of the lease, -1 if it has none}, or nil if there is no lock
--
-- One step, because the time must belong to the value.
local value = redis.call('GET', KEYS[1])
return value and {value, redis.call('PTTL', KEYS[1])}
