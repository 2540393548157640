-- Claims a name for a hold, then runs the user's script, if there is one; refuses both if a later hold has
-- claimed the name.
--
-- KEYS  the user's keys, and last the guard's key
-- ARGV  the user's arguments, and then: generation, token, mode
--       mode  CLAIM  equal or newer is accepted and recorded
--             KEPT   only what is recorded already is accepted: for a write after a read that was claimed
-- Returns what the user's script returns, or 1 without one; or the error
--         INTERLOCKSTALE <generation> <token>   a later hold has claimed
--         INTERLOCKGONE claim                   mode KEPT: the claim is not recorded (any more)
--         INTERLOCKFOREIGN value                the guard's key holds something else
--
-- One step, because between the check and the effect another hold could claim, read and write. Numbers stay text: a Lua
-- number is exact below 2^53 only. The guard's key has no time to live: forgotten, it would let every old holder in.
local function interlock_older(a, b)
  if #a ~= #b then
    return #a < #b
  end
  return a < b
end

local function interlock_claim(key, generation, token, mode)
  local value = redis.call('GET', key)
  local seen_generation, seen_token
  if value then
    seen_generation, seen_token = string.match(value, '^1 ([1-9]%d*) ([1-9]%d*)$')
    if not seen_generation then
      return redis.error_reply('INTERLOCKFOREIGN value')
    end
    if interlock_older(generation, seen_generation)
        or (generation == seen_generation and interlock_older(token, seen_token)) then
      return redis.error_reply('INTERLOCKSTALE ' .. seen_generation .. ' ' .. seen_token)
    end
  end
  local same = generation == seen_generation and token == seen_token
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
