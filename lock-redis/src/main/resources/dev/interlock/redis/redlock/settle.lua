-- Makes the servers count alike again after they gave a hold different tokens: makes the token of the hold the one that its
-- holder gets, as long as the attempt has the lock, and lets the next one be greater than all that were given.
--
-- KEYS  1 the lock, 2 its last fencing token on this server
-- ARGV  1 attempt id, 2 token, 3 the greatest token that any server gave, 4 how long the token key outlives its token, in ms
-- Returns 1 the attempt has the lock, by this token, 0 it has not; the next token is greater in both cases
--
-- One step, because between a look and SET another could be granted the lock.
local last = redis.call('GET', KEYS[2])
if not last or tonumber(last) < tonumber(ARGV[3]) then
  local now = redis.call('TIME')
  local ttl = ARGV[4] + math.max(0, math.ceil((ARGV[3] - now[1] * 1000000 - now[2]) / 1000))
  redis.call('SET', KEYS[2], ARGV[3], 'PX', string.format('%.0f', ttl))
end
local value = redis.call('GET', KEYS[1])
local rest = value and string.match(value, '^1 ' .. ARGV[1] .. ' %d+ (.*)$')
if not rest then
  return 0
end
redis.call('SET', KEYS[1], '1 ' .. ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. rest, 'KEEPTTL')
return 1
