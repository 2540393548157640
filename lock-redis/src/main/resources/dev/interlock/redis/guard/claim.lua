-- Claims a name for a hold, then runs the user's script, if there is one; refuses both if a later hold has
-- claimed the name.
--
-- KEYS  the user's keys, and last the guard's key
-- ARGV  the user's arguments, and then: generation, token, mode
--       mode  CLAIM  equal or newer is accepted and recorded
--             KEPT   only what is recorded already is accepted: for a write after a read that was claimed
--             READ   of a reader: accepted unless a later hold claimed otherwise; raises the greatest token of all
-- Returns what the user's script returns, or 1 without one; or the error
--         INTERLOCKSTALE <generation> <token>   a later hold has claimed
--         INTERLOCKGONE claim                   mode KEPT: the claim is not recorded (any more)
--         INTERLOCKFOREIGN value                the guard's key holds something else
--
-- The guard's key holds "1 <generation> <token>" of the latest claim, or, if a reader has a greater token than the
-- latest of these, "2 <generation> <that token, 0: none in this generation> <greatest token of readers>".
--
-- One step, because between the check and the effect another hold could claim, read and write. Numbers stay text: a Lua
-- number is exact below 2^53 only. The guard's key has no time to live: forgotten, it would let every old holder in.
local function interlock_older(a, b)
  if #a ~= #b then
    return #a < #b
  end
  return a < b
end

-- Generation, greatest token but for readers, greatest token of all; nil if the value is something else.
local function interlock_parse(value)
  local generation, token = string.match(value, '^1 ([1-9]%d*) ([1-9]%d*)$')
  if generation then
    return generation, token, token
  end
  return string.match(value, '^2 ([1-9]%d*) (%d+) ([1-9]%d*)$')
end

local function interlock_read(key, generation, token, seen_generation, wrote, seen_token)
  if generation ~= seen_generation then
    redis.call('SET', key, '2 ' .. generation .. ' 0 ' .. token)
  elseif interlock_older(seen_token, token) then
    redis.call('SET', key, '2 ' .. generation .. ' ' .. wrote .. ' ' .. token)
  end
  return nil
end

local function interlock_claim(key, generation, token, mode)
  local value = redis.call('GET', key)
  local seen_generation, wrote, seen_token
  if value then
    seen_generation, wrote, seen_token = interlock_parse(value)
    if not seen_generation then
      return redis.error_reply('INTERLOCKFOREIGN value')
    end
    if mode == 'READ' and generation == seen_generation then
      if interlock_older(token, wrote) then
        return redis.error_reply('INTERLOCKSTALE ' .. seen_generation .. ' ' .. wrote)
      end
    elseif interlock_older(generation, seen_generation)
        or (generation == seen_generation and interlock_older(token, seen_token)) then
      return redis.error_reply('INTERLOCKSTALE ' .. seen_generation .. ' ' .. seen_token)
    end
  end
  if mode == 'READ' then
    return interlock_read(key, generation, token, seen_generation, wrote, seen_token)
  end
  local same = generation == seen_generation and token == seen_token and token == wrote
  if mode == 'KEPT' and not same then
    return redis.error_reply('INTERLOCKGONE claim')
  end
  if not same then
    redis.call('SET', key, '1 ' .. generation .. ' ' .. token)
  end
  return nil
end

local interlock_mode = table.remove(ARGV)
local interlock_token = table.remove(ARGV)
local interlock_refusal = interlock_claim(table.remove(KEYS), table.remove(ARGV), interlock_token, interlock_mode)
if interlock_refusal then
  return interlock_refusal
end
