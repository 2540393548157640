-- Grants the lock to an attempt, or arms the lease anew if that attempt has it already. Never shortens a lease. Where locks
-- have queues, one that is free goes only to the first in its queue, and an attempt that waits is put into it.
--
-- KEYS  1 the lock, 2 its last fencing token; where locks have queues: 3 its queue; where listeners are not counted: 4 the
--       last looks of the waiters in it
-- ARGV  1 attempt id, 2 lease in ms, 3 how many tokens, 4 how long the token key outlives its token, in ms, 5 holder hint or -, behind
--       the channel of a client that wants to be told when another one wants the lock; with a queue: 6 channel of the attempt's client if it waits, else -, 7 time to live of the queue in ms
-- Returns { 1, first token}        granted
--         { 0, ms}                 another attempt has it, or it is kept for one; what is left of that, -1 if the
--                                  expiry was removed
--         { 2, ms}                 the same, but the queue is full, so that this attempt is not in it
--         {-1, 0}                  the lock key holds something else
--         {-2, 0}                  the token key holds something else, or a number whose successor is not exact here
--         {-3, 0}                  the server's clock is so far ahead that its token would not be exact here
--
-- One step, because between a look and a set another client could set, and because a token minted apart from its lock
-- can be overtaken. The token comes first: if the server refuses the second write, a token is skipped and the lock stays free.
local value = redis.call('GET', KEYS[1])
local kept = is_kept(value, ARGV[1])
if value and not kept then
  if string.sub(value, 1, 35) == '1 ' .. ARGV[1] .. ' ' then
    -- A first request may arrive late, after the retry's grant was renewed for longer: the holder relies on that.
    if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
      if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[4]) then
        redis.call('PEXPIRE', KEYS[2], ARGV[4])
      end
      redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return {1, tonumber(string.match(value, '^1 %x+ (%d+) '))}
  end
  -- Any version counts as held: during a rolling upgrade a newer client may be the holder.
  if not string.find(value, '^%d+ %x+ %d+ %d+ ') then
    return {-1, 0}
  end
end
if (value and not kept) or (KEYS[3] and not kept and pass_on(KEYS[1], KEYS[3], KEYS[4], ARGV[1])) then
  if value then
    recall(value)
  end
  local waits = KEYS[3] and ARGV[6] ~= '-'
  return {waits and enter(KEYS[3], KEYS[4], ARGV[1], ARGV[6], ARGV[7]) or 0, redis.call('PTTL', KEYS[1])}
end

local last = redis.call('GET', KEYS[2]) or '0'
if not string.find(last, '^%d+$') then
  return {-2, 0}
end
local now = redis.call('TIME')
local micros = now[1] * 1000000 + now[2]
local token = math.max(tonumber(last) + 1, micros)
local last_of_block = token + ARGV[3] - 1
-- Before the grant: a token that is stored is the least for all to come.
if last_of_block >= 9007199254740000 then
  return {token == micros and -3 or -2, 0}
end
-- Without the key the next token is the clock's. So the key stays until the clock has passed the last token, also if the
-- clock was set back before.
local ttl = ARGV[4] + math.max(0, math.ceil((last_of_block - micros) / 1000))
-- '%.0f', since a plain Lua number would be stored as 1.79e+15.
local text = string.format('%.0f', token)
redis.call('SET', KEYS[2], string.format('%.0f', last_of_block), 'PX', string.format('%.0f', ttl))
local held = '1 ' .. ARGV[1] .. ' ' .. text .. ' ' .. ARGV[3] .. ' ' .. ARGV[5]
local set = redis.call('SET', KEYS[1], held, kept and 'XX' or 'NX', 'PX', ARGV[2])
-- Those in the queue do not ask again before the lock is free.
if set and string.byte(ARGV[5]) == 1 and KEYS[3] and redis.call('ZCARD', KEYS[3]) > 0 then
  recall(held)
end
return set and {1, token}
