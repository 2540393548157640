-- Frees a lock for an operator if its holder has the token, and keeps it for the first in the queue, or notifies listeners.
--
-- KEYS  1 the lock; where locks have queues: 2 its queue; where listeners are not counted: 3 the last looks of the waiters
--       in it
-- ARGV  1 the first token of the hold, 2 channel of releases
-- Returns {1} freed, {0} not held, {2, first token} another hold has the lock, {-1} a value that we do not understand
--
-- One step, because between a look and DEL the lock could pass to another, whose lock we would delete.
local value = redis.call('GET', KEYS[1])
if not value or string.sub(value, 1, 2) == '0 ' then
  return {0}
end
-- As text: a number of the script would be rounded.
local token = string.match(value, '^1 %x+ (%d+) %d+ ')
if not token then
  return {-1}
end
if token ~= ARGV[1] then
  return {2, token}
end
free(KEYS[1], KEYS[2], KEYS[3], ARGV[2])
return {1}
