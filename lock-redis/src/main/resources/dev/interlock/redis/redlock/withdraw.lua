-- Takes back what this server granted to a try of an attempt that came to nothing. Wakes no waiter: the lock was never held.
--
-- KEYS  1 the lock
-- ARGV  1 attempt id, 2 number of the try
-- Returns 1 deleted, 0 not this attempt's lock, or granted once more by a later try; nothing was changed
--
-- A server that was frozen may execute this after the next try of the same attempt, whose grant then counts.
local value = redis.call('GET', KEYS[1])
local try = value and string.match(value, '^1 ' .. ARGV[1] .. ' %d+ (%d+) ')
if not try or tonumber(try) > tonumber(ARGV[2]) then
  return 0
end
return redis.call('DEL', KEYS[1])
