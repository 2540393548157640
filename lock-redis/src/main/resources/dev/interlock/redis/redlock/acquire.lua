-- One server's vote for an attempt: grants it this server's key, or arms the lease anew if the attempt has it already.
-- Never shortens a lease.
--
-- KEYS  1 the lock, 2 its last fencing token on this server
-- ARGV  1 attempt id, 2 lease in ms, 3 number of the try, 4 how long the token key outlives its token, in ms, 5 holder hint or -,
--       6 how many seconds the server must have run, or 0
-- Returns { 1, token, ''}      granted
--         { 1, token, 'again'} the attempt has had it before
--         { 0, ms, holder}     another attempt has it; what is left of its lease, -1 if the expiry was removed;
--                              the beginning of its id
--         {-1, 0, ''}          the lock key holds something else
--         {-2, 0, ''}          the token key holds something else, or a number whose successor is not exact here
--         {-3, seconds, ''}    the server has not run for long enough; what is missing
--         {-4, 0, ''}          the server's clock is so far ahead that its token would not be exact here
--
-- The token is a plain counter, so that servers which grant the same holds count alike and agree without asking each
-- other. Only one without a counter, which is new to the name or has lost its data, begins at its clock.
local value = redis.call('GET', KEYS[1])
if value then
  local id, token, try, hint = string.match(value, '^1 (%x+) (%d+) (%d+) (.*)$')
  if id == ARGV[1] then
    -- From here on what withdraws an earlier try is too late.
    if tonumber(try) < tonumber(ARGV[3]) then
      redis.call('SET', KEYS[1], '1 ' .. id .. ' ' .. token .. ' ' .. ARGV[3] .. ' ' .. hint, 'KEEPTTL')
    end
    if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
      if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[4]) then
        redis.call('PEXPIRE', KEYS[2], ARGV[4])
      end
      redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return {1, tonumber(token), 'again'}
  end
  -- Any version counts as held: during a rolling upgrade a newer client may be the holder.
  local holder = string.match(value, '^%d+ (%x+) %d+ %d+ ')
  if not holder then
    return {-1, 0, ''}
  end
  return {0, redis.call('PTTL', KEYS[1]), string.sub(holder, 1, 8)}
end

if tonumber(ARGV[6]) > 0 then
  local ran = tonumber(string.match(redis.call('INFO', 'server'), 'uptime_in_seconds:(%d+)'))
  if ran < tonumber(ARGV[6]) then
    return {-3, tonumber(ARGV[6]) - ran, ''}
  end
end

local last = redis.call('GET', KEYS[2])
if last and not string.find(last, '^%d+$') then
  return {-2, 0, ''}
end
local now = redis.call('TIME')
local micros = now[1] * 1000000 + now[2]
local token = last and tonumber(last) + 1 or micros
-- Before the grant: a token that is stored is the least for all to come.
if token >= 9007199254740000 then
  return {last and -2 or -4, 0, ''}
end
-- Without the key the next token is the clock's. So the key stays until the clock has passed the last token.
local ttl = ARGV[4] + math.max(0, math.ceil((token - micros) / 1000))
-- '%.0f', since a plain Lua number would be stored as 1.79e+15.
local text = string.format('%.0f', token)
redis.call('SET', KEYS[2], text, 'PX', string.format('%.0f', ttl))
local held = '1 ' .. ARGV[1] .. ' ' .. text .. ' ' .. ARGV[3] .. ' ' .. ARGV[5]
local set = redis.call('SET', KEYS[1], held, 'NX', 'PX', ARGV[2])
return set and {1, token, ''}
