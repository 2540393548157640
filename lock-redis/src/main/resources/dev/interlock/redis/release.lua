-- Deletes the lock if the attempt has it, and tells those who wait.
--
-- KEYS  1 the lock
-- ARGV  1 attempt id, 2 channel
-- Returns 1 released, 2 released but this user may not publish, 0 not this attempt's lock; nothing was changed
--
-- One step, because between a look and DEL the lock could expire and be granted to another, whose lock we would delete.
local value = redis.call('GET', KEYS[1])
if not value or string.sub(value, 1, 35) ~= '1 ' .. ARGV[1] .. ' ' then
  return 0
end
redis.call('DEL', KEYS[1])
-- pcall, because a release must not fail for want of a right to tell others.
local told = redis.pcall('PUBLISH', ARGV[2], '')
return type(told) == 'table' and 2 or 1
