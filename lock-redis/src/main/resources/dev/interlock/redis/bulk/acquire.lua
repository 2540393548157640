-- Grants all of several locks, each to an attempt of its own, or none. Those that their attempts have already are found
-- again, as by the script for one lock, and those that are free are granted anew.
--
-- KEYS  of each lock in turn: the lock, its last fencing token; where locks have queues: its queue; where listeners are
--       not counted: the last looks of the waiters in it
-- ARGV  how many keys a lock has, how many arguments; then of each lock in turn: attempt id, lease in ms, how many tokens,
--       how long the token key outlives its token, in ms, holder hint or -; with a queue: -, -
-- Returns { 1, first token of each lock in turn}
--         { 0, which, ms}          another attempt has that one, counted from 1; what is left of its lease, -1 if the
--                                  expiry was removed; or it is kept for one that waits
--         {-1, which}              the lock key holds something else
--         {-2, which}              the token key holds something else, or a number whose successor is not exact here
--         {-3, which}              the server's clock is so far ahead that its token would not be exact here
--
-- All of them are looked at before a grant is written: from there on nothing can fail, since the server checks before
-- the first write of a script whether there is memory, a disk and replicas, and rights to all keys before it begins.
local keys, arguments = tonumber(ARGV[1]), tonumber(ARGV[2])
local tokens, owned = {}, {}
-- The keys of a lock and the first of its arguments.
local function part(i)
  local key, argument = (i - 1) * keys, 2 + (i - 1) * arguments
  return KEYS[key + 1], KEYS[key + 2], argument, keys > 2 and KEYS[key + 3], keys > 3 and KEYS[key + 4]
end
local now = redis.call('TIME')
local micros = now[1] * 1000000 + now[2]
for i = 1, #KEYS / keys do
  local lock, token, argument, queue, looks = part(i)
  local id = ARGV[argument + 1]
  local value = redis.call('GET', lock)
  if not value and queue and pass_on(lock, queue, looks, id) then
    return {0, i, redis.call('PTTL', lock)}
  elseif not value then
    local last = redis.call('GET', token) or '0'
    if not string.find(last, '^%d+$') then
      return {-2, i}
    end
    tokens[i] = math.max(tonumber(last) + 1, micros)
    if tokens[i] + ARGV[argument + 3] > 9007199254740000 then
      return {tokens[i] == micros and -3 or -2, i}
    end
  elseif string.sub(value, 1, 35) == '1 ' .. id .. ' ' then
    owned[i] = true
    tokens[i] = tonumber(string.match(value, '^1 %x+ (%d+) '))
  -- Any version counts as held: during a rolling upgrade a newer client may be the holder.
  elseif string.find(value, '^%d+ %x+ %d+ %d+ ') then
    recall(value)
    return {0, i, redis.call('PTTL', lock)}
  end
  if not tokens[i] then
    return {-1, i}
  end
end

for i = 1, #tokens do
  local lock, token, argument = part(i)
  local id, lease, count, ttl, hint = unpack(ARGV, argument + 1, argument + 5)
  if not owned[i] then
    -- '%.0f', since a plain Lua number would be stored as 1.79e+15.
    local text = string.format('%.0f', tokens[i])
    local last = tokens[i] + count - 1
    -- Until the clock has passed the last token, as in the script for one lock.
    ttl = ttl + math.max(0, math.ceil((last - micros) / 1000))
    redis.call('SET', token, string.format('%.0f', last), 'PX', string.format('%.0f', ttl))
    redis.call('SET', lock, '1 ' .. id .. ' ' .. text .. ' ' .. count .. ' ' .. hint, 'PX', lease)
  -- A first request may arrive late, after the retry's grant was renewed for longer: the holder relies on that.
  elseif redis.call('PTTL', lock) < tonumber(lease) then
    if redis.call('PTTL', token) < tonumber(ttl) then
      redis.call('PEXPIRE', token, ttl)
    end
    redis.call('PEXPIRE', lock, lease)
  end
end
table.insert(tokens, 1, 1)
return tokens
