-- What the scripts of a lock do with its queue: its waiters as '<attempt id> <channel of its client>', in the order of their
-- arrival. A free lock is kept for the first of them for KEPT_MS: its key then holds '0 <attempt id> 0 0 <channel>' and
-- counts as held, and its client gets the message 'turn <attempt id>'. Stands before the scripts.
--
-- Where the server cannot count listeners, as in a cluster, each waiter looks at the lock once a second. A second sorted
-- set, looks, then holds the same entries with the time of their last look in ms. Scripts have that key only there.
local KEPT_MS, MOST = 2000, 10000
-- A waiter that has not looked for so long is gone; so many of them leave the queue in one step.
local GONE_MS, MOST_GONE = 5000, 1000

-- Whether the lock is kept for this attempt.
local function is_kept(value, id)
  return value and string.sub(value, 1, 35) == '0 ' .. id .. ' '
end

local function now_ms()
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000)
end

-- Takes an entry out of the queue.
local function take_out(queue, looks, entry)
  redis.call('ZREM', queue, entry)
  if looks then
    redis.call('ZREM', looks, entry)
  end
end

local function take_out_gone(queue, looks)
  local gone = redis.call('ZRANGE', looks, '-inf', now_ms() - GONE_MS, 'BYSCORE', 'LIMIT', 0, MOST_GONE)
  if #gone > 0 then
    redis.call('ZREM', queue, unpack(gone))
    redis.call('ZREM', looks, unpack(gone))
  end
end

-- Whether a client receives what is published on its own channel. PUBLISH counts monitors that subscribed to a pattern, too.
local function listens(channel)
  return redis.call('PUBSUB', 'NUMSUB', channel)[2] > 0
end

-- Tells the client that has a lock that another one wants it, if it asked for that: the hint in the value of the lock then
-- begins with the channel of the client, between two characters of code 1.
local function recall(value)
  local id, channel = string.match(value, '^1 (%x+) %d+ %d+ \1([^\1]+)\1')
  if id then
    redis.call('PUBLISH', channel, 'wanted ' .. id)
  end
end

-- Keeps a free lock for the first in its queue whose client is alive. Returns false if there is none, or none before the
-- attempt that asks; that attempt then is not in the queue any more.
local function pass_on(lock, queue, looks, asking)
  -- As a rule the queue is empty, and to count is a quarter of the work of an empty range.
  if redis.call('ZCARD', queue) == 0 then
    return false
  end
  if looks then
    take_out_gone(queue, looks)
  end
  local first = redis.call('ZRANGE', queue, 0, 0)[1]
  while first do
    local id, channel = string.match(first, '^(%x+) (.+)$')
    -- Before anything is written, so that a missing right leaves the queue as it is.
    local alive = id ~= asking and (looks or listens(channel))
    take_out(queue, looks, first)
    if id == asking then
      return false
    end
    if alive then
      redis.call('PUBLISH', channel, 'turn ' .. id)
      redis.call('SET', lock, '0 ' .. id .. ' 0 0 ' .. channel, 'PX', KEPT_MS)
      return true
    end
    first = redis.call('ZRANGE', queue, 0, 0)[1]
  end
  return false
end

-- Puts a waiter at the end of the queue, if it is not in there. Returns 0, or 2 if the queue is full.
local function enter(queue, looks, id, channel, ttl)
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
  if looks then
    redis.call('ZADD', looks, now_ms(), entry)
    redis.call('PEXPIRE', looks, ttl)
  end
  return 0
end

-- Deletes the lock, and keeps it for the next or publishes that it is free. Returns 1, or 2 if this user may not publish.
local function free(lock, queue, looks, channel)
  redis.call('DEL', lock)
  -- pcall, because a release must not fail for want of a right to the queue, or to publish.
  if queue then
    local done, kept = pcall(pass_on, lock, queue, looks)
    if done and kept then
      return 1
    end
  end
  local published = redis.pcall('PUBLISH', channel, '')
  return type(published) == 'table' and 2 or 1
end
