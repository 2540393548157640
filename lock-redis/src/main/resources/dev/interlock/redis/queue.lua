-- What the scripts of a lock do with its queue: those who wait for it, as '<attempt id> <channel of its client>', in the
-- order in which they came. A lock that is free is kept for the first of them for a moment: until that one comes, which
-- is told by 'turn <attempt id> <lock>', its key holds '0 <attempt id> 0 0 <channel>', and counts as held. Stands before
-- the scripts.
-- RedisQueueContest.WATCH is somewhat longer than KEPT_MS: whoever looks after that finds the lock free.
local KEPT_MS, MOST = 2000, 10000

-- Whether the lock is kept for this attempt.
local function is_kept(value, id)
  return value and string.sub(value, 1, 35) == '0 ' .. id .. ' '
end

-- Keeps a lock that is free for the first in its queue; false if nobody waits, or nobody before the attempt that asks.
-- If listeners are counted, those whom nobody hears any more are passed over. Who came last is told to look whether the
-- lock was taken in time: whoever that is was there most recently.
local function pass_on(lock, queue, counted, asking)
  -- As a rule nobody waits, and to count is a quarter of the work of an empty range.
  if redis.call('ZCARD', queue) == 0 then
    return false
  end
  local first = redis.call('ZRANGE', queue, 0, 0)[1]
  while first do
    local id, channel = string.match(first, '^(%x+) (.+)$')
    local heard = id ~= asking and redis.call('PUBLISH', channel, 'turn ' .. id .. ' ' .. lock)
    redis.call('ZREM', queue, first)
    if not heard then
      return false
    end
    if heard > 0 or counted == '0' then
      redis.call('SET', lock, '0 ' .. id .. ' 0 0 ' .. channel, 'PX', KEPT_MS)
      local last = redis.call('ZRANGE', queue, -1, -1)[1]
      if last then
        id, channel = string.match(last, '^(%x+) (.+)$')
        redis.call('PUBLISH', channel, 'watch ' .. id)
      end
      return true
    end
    first = redis.call('ZRANGE', queue, 0, 0)[1]
  end
  return false
end

-- Puts a waiter at the end of the queue, if it is not in there. Returns 0, or 2 if the queue is full.
local function enter(queue, id, channel, ttl)
  local entry = id .. ' ' .. channel
  local last = redis.call('ZRANGE', queue, -1, -1, 'WITHSCORES')
  if last[1] ~= entry then
    if redis.call('ZCARD', queue) >= MOST then
      return 2
    end
    redis.call('ZADD', queue, 'NX', (last[2] or 0) + 1, entry)
  end
  if redis.call('PTTL', queue) < tonumber(ttl) then
    redis.call('PEXPIRE', queue, ttl)
  end
  return 0
end

-- Deletes the lock, and keeps it for the next or tells those who listen for that. Returns 1, or 2 if this user may not.
local function free(lock, queue, channel, counted)
  redis.call('DEL', lock)
  -- pcall, because a release must not fail for want of a right to the queue, or to tell others.
  if queue then
    local done, kept = pcall(pass_on, lock, queue, counted)
    if done and kept then
      return 1
    end
  end
  local told = redis.pcall('PUBLISH', channel, '')
  return type(told) == 'table' and 2 or 1
end
