-- Runs the script of a step for one lock once for each of several, of which each has a reply of its own. The script
-- stands in place of the line STEP.
--
-- KEYS  of each lock in turn: the keys of the step
-- ARGV  how many keys a lock has, how many arguments; then of each lock in turn: the arguments of the step
-- Returns the reply, or the error, of each lock in turn
--
-- Each of them is one step by itself: that they are one for all costs less than a request for each.
local function step(KEYS, ARGV)
STEP
end

local key_count, argument_count = tonumber(ARGV[1]), tonumber(ARGV[2])
local replies = {}
for i = 1, #KEYS / key_count do
  local keys, arguments = {}, {}
  for k = 1, key_count do
    keys[k] = KEYS[(i - 1) * key_count + k]
  end
  for a = 1, argument_count do
    arguments[a] = ARGV[2 + (i - 1) * argument_count + a]
  end
  -- pcall, because a foreign value under one key must not cost the other locks their step.
  local done, reply = pcall(step, keys, arguments)
  replies[i] = (done or type(reply) == 'table') and reply or {err = tostring(reply)}
end
return replies
