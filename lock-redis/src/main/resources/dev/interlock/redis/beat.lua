-- Proves to a client that its subscription is at the server that its steps go to, and looks after its waiters: keeps a lock that
-- is free for the first in its queue, and names the waiters that have to look at their lock themselves.
--
-- KEYS  1 a key of the client that never exists; then of each waiter in turn: the lock, its queue
-- ARGV  1 channel of the client, 2 number of this beat; then of each waiter: attempt id
-- Returns which waiters have to look, counted from 1: those that are not in the queue. The lock is kept for such a waiter, or
--         the queue was lost or full.
--
-- One step, because between a look and the keeping of a lock another client could acquire it.
redis.call('DEL', KEYS[1]) -- A replica refuses that, so a client notices that the address no longer leads to the primary.
redis.call('PUBLISH', ARGV[1], 'beat ' .. ARGV[2])
local function waits(lock, queue, id)
  if not redis.call('GET', lock) then
    pass_on(lock, queue)
  end
  return redis.call('ZSCORE', queue, id .. ' ' .. ARGV[1])
end

local look = {}
for i = 1, #ARGV - 2 do
  -- pcall, because a foreign value under one key must not cost the other locks their beat.
  local done, score = pcall(waits, KEYS[2 * i], KEYS[2 * i + 1], ARGV[i + 2])
  if not done or not score then
    table.insert(look, i)
  end
end
return look
