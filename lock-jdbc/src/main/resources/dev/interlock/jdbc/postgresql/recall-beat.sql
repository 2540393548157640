-- Notifies the channel of this client, on which it listens for recalls: what arrives shows that it hears.
--
-- In    :channel, :beat (text)
-- Out   one row that says nothing
--
-- Sent by another session than the one that listens, as recalls are. LISTEN and NOTIFY take no parameters; this does.
SELECT pg_notify(:channel, :beat)
