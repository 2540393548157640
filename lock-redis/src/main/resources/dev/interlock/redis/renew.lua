-- Arms the lease of an attempt anew. Never creates a lock, never shortens a lease.
--
-- KEYS  1 the lock, 2 its last fencing token
-- ARGV  1 attempt id, 2 lease in ms, 3 how long the token key stays at least, in ms
-- Returns 1 renewed, 0 there is no lock, -1 another owner's lock, -2 the lock key holds something else
--
-- One step, because between a look and PEXPIRE the lock could expire and be granted to another, whose
-- lease we would change.
local value = redis.call('GET', KEYS[1])
if not value then
  return 0
end
if string.sub(value, 1, 35) ~= '1 ' .. ARGV[1] .. ' ' then
  -- Nothing is known of the hold if its record was overwritten.
  return string.find(value, '^%d+ %x+ ') and -1 or -2
end
-- A renewal may arrive late, after a longer one was confirmed: the holder relies on that.
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
  -- The token key outlives the lock, so that the next holder's token is greater even if the clock is set back.
  if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) then
    redis.call('PEXPIRE', KEYS[2], ARGV[3])
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
