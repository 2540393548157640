-- Replaces the record of a lock that several may hold, if it is still the one that was read.
--
-- KEYS  1 the record
-- ARGV  1 the record that was read, empty for none, 2 the new one, 3 how long it is kept in ms, 4 the channel on which waiters are
--       woken, or -, 5 the attempts whose turn it is now
-- Returns { 1 } replaced; if another client was faster, { 0, the server's time in microseconds, the record or false }, as look.lua
--         reads it, so that the caller need not ask again
--
-- One step, because between a look and a SET another client could write, whose grant would be lost.
local record = redis.call('GET', KEYS[1])
if (record or '') ~= ARGV[1] then
  local now = redis.call('TIME')
  return {0, now[1] * 1000000 + now[2], record}
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] ~= '-' then
  -- A user who may not publish has waiters that poll.
  redis.pcall('PUBLISH', ARGV[4], ARGV[5])
end
return {1}
