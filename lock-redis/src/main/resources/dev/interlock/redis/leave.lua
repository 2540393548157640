-- Takes an attempt out of the queue for a lock. A lock that it has is not touched, one that is kept for it goes to the next.
--
-- KEYS  1 the lock, 2 its queue
-- ARGV  1 attempt id, 2 channel that tells of releases, 3 channel of the attempt's client, 4 0 if listeners are not counted
-- Returns 0
--
-- One step, because between a look and ZREM the lock could be kept for it.
if is_kept(redis.call('GET', KEYS[1]), ARGV[1]) then
  free(KEYS[1], KEYS[2], ARGV[2], ARGV[4])
else
  redis.call('ZREM', KEYS[2], ARGV[1] .. ' ' .. ARGV[3])
end
return 0
