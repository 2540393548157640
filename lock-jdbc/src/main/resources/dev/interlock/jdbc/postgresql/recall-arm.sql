-- Prepares a session to listen for recalls, for as long as its client may keep locks.
--
-- In    nothing
-- Out   a row at most
--
-- A session that only listens sends nothing, so the limit that an operator may have set for idle sessions would end it.
-- That limit is new in 14.
SELECT set_config(name, '0', false)
FROM pg_settings
WHERE name = 'idle_session_timeout'
