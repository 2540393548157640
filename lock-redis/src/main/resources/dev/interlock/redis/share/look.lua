-- Reads the record of a lock that several may hold.
--
-- KEYS  1 the record
-- Returns { the server's time in microseconds, the record or false }
--
-- One step, because the record is judged by the time at which it was read.
local now = redis.call('TIME')
return {now[1] * 1000000 + now[2], redis.call('GET', KEYS[1])}
