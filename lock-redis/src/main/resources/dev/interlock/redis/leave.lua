-- Takes an attempt out of the queue for a lock. A lock that it has is not touched, one that is kept for it goes to the next.
--
-- KEYS  1 the lock, 2 its queue; where listeners are not counted: 3 the last looks of the waiters in it
-- ARGV  1 attempt id, 2 channel of releases, 3 channel of the attempt's client
-- Returns 0
--
-- One step, because between a look and ZREM the lock could be kept for it.
if is_kept(redis.call('GET', KEYS[1]), ARGV[1]) then
  free(KEYS[1], KEYS[2], KEYS[3], ARGV[2])
else
  take_out(KEYS[2], KEYS[3], ARGV[1] .. ' ' .. ARGV[3])
end
return 0
