-- Replaces the record of a lock that several may hold, if it is still the one that was read and the lease that the change
-- extends is running.
--
-- KEYS  1 the record
-- ARGV  1 the record that was read, empty for none, 2 the new one, 3 how long it is kept in ms, 4 the server's time in ms from
--       which on it is too late, 5 the channel on which waiters are woken, or -, 6 the attempts whose turn it is now
-- Returns { 1 } replaced; if another client was faster, or it is too late, { 0, the server's time in microseconds, the record or
--         false }, as look.lua reads it, so that the caller need not ask again
--
-- One step, because between a look and a SET another client could write, whose grant would be lost, and a lease could end, which
-- the change would restore.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local record = redis.call('GET', KEYS[1])
if (record or '') ~= ARGV[1] or now >= ARGV[4] * 1000 then
  return {0, now, record}
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[5] ~= '-' then
  -- A user who may not publish has waiters that poll.
  redis.pcall('PUBLISH', ARGV[5], ARGV[6])
end
return {1}
