-- Proves that the transaction that locked the row still goes on, on a server that takes writes, and so has the
-- session's idle time start anew.
--
-- In    nothing
-- Out   one row: session, no transaction, and whether the server is read-only, to compare: a driver or proxy that
--       connects anew by itself would answer, too, and a primary that was demoted keeps its sessions
--
-- One statement: any would do to keep the session alive.
SELECT CONNECTION_ID(), 0, CAST(@@GLOBAL.read_only AS CHAR) NOT IN ('0', 'OFF')
