// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** Where to look first when a rule fails: the usual cause, in terms of the backend's steps or the client's parts. */
final class FirstLook {

    private FirstLook() {}

    /** Returns the rest of the sentence that begins with "Look first at". */
    static String at(Rule rule) {
        return switch (rule) {
            case ACQ_1 ->
                "the backend's acquire step: it must check that the lock has no owner, and take it, in one atomic "
                        + "step.";
            case ACQ_2 ->
                "what the acquire step compares with the stored owner: it must be the attempt's id, and an equal "
                        + "one is granted with the stored token.";
            case ACQ_3 ->
                "the acquire step under concurrency: a read followed by a write lets two in, and a step that yields to "
                        + "another lets none in.";
            case ACQ_4 ->
                "where the backend takes the time for its Grant: before it sends the request, never when the "
                        + "reply is there.";
            case ACQ_5 ->
                "the client's own queue: if a hold of this client, or the store's answer to a waiter of it, decides "
                        + "the try, the result must come from there before the backend is called.";
            case ACQ_6 ->
                "how the backend maps an existing owner: to Contended, also where its driver throws for a refused "
                        + "write or a lock time-out.";
            case ACQ_7 ->
                "what the acquire step creates before it knows that it is refused: a node, row or queue entry "
                        + "must go in the same step. Then what it opens: a file or a connection must be closed on each "
                        + "way out of the step.";
            case REL_1 ->
                "whether Released is returned only after the store has deleted the owner, and whether others "
                        + "read a replica or a cache.";
            case REL_2 ->
                "what identifies an owner at the store: the id of the attempt, never the process, the connection "
                        + "or the thread.";
            case REL_3 -> "what the release step returns when it deleted nothing: that is NotOwner, never Released.";
            case REL_4 ->
                "how the handle remembers the result of its first release: a second one must not reach the "
                        + "backend.";
            case REL_5 ->
                "what the release step does when the client sends it again: it must compare the owner again, since the "
                        + "first request may have been executed and the lock may have another owner. Then what ends the "
                        + "step before its limit.";
            case REL_6 ->
                "how the backend compares the owner in its release step: the comparison must be one atomic step "
                        + "with the delete.";
            case REN_1 ->
                "whether the renew step sets the whole lease again, counted from now, and what it returns then.";
            case REN_2 ->
                "the condition of the renew step: it must update the lease of this owner only while that still "
                        + "runs by the store's clock, also if the request comes late, and never insert or upsert one.";
            case REN_3 ->
                "what the renew step returns when it changed nothing: that is NotOwner, not Unknown and not an "
                        + "exception.";
            case REN_4 ->
                "the client's schedule of renewals: an Unknown and an exception (the rule makes the first two "
                        + "renewals end so) must each be followed by another renewal before the deadline.";
            case REN_5 ->
                "what the client still has scheduled after a release: no renewal may reach the backend, and renew of "
                        + "the released handle returns NOT_HELD.";
            case REN_6 ->
                "what keeps the lease alive by itself (a watchdog of the driver, a session), and whether renew "
                        + "starts the lease from now.";
            case REN_7 ->
                "the end of the hold at maxHold: the client must release the lock at the store, too, whatever its "
                        + "renewals return.";
            case REN_8 ->
                "what the backend returns for a renewal without a reply: Unknown, never Renewed, and never "
                        + "NotOwner as a guess. Then what ends the step before its limit.";
            case REN_9 ->
                "the threads on which the client renews, and what else a renew step needs (a connection, a lock): a "
                        + "renewal that hangs must not keep a resource that the others need.";
            case REN_10 ->
                "where the backend takes the time for Renewed: before it sends the request, again before it repeats "
                        + "the request, and never when the reply is there.";
            case EXP_1 ->
                "whether owner and lease are written in one step: a crash between two steps leaves an owner without an "
                        + "end. Then when the store looks for ended leases, and whether the fixture's expiryDelay() "
                        + "covers that.";
            case EXP_2 ->
                "the moment from which Grant and Renewed count, and the unit of the lease, which must be rounded up: "
                        + "the store's lease must never end before the client's. Then what a repeated attempt finds: its "
                        + "Grant counts from the first request unless the store starts the lease anew, and it never "
                        + "shortens a lease that was renewed.";
            case EXP_3 ->
                "the conversion of the lease to the store's unit: seconds for milliseconds, rounding, and "
                        + "overflow of the sum with the time.";
            case EXP_4 ->
                "whether SURVIVES_RESTART is declared as the store is configured: persistence, its fsync policy "
                        + "and its start-up clean-up.";
            case EXP_5 ->
                "what frees a lost lock early: a lease that the store keeps without the delay behind it, a "
                        + "compensation in the moment of the loss, or a grant that ends with its client although "
                        + "KEEPS_LOCK_DELAY is declared.";
            case EXP_6 ->
                "whether a release, or the compensation of a request that got no answer, waits for the delay: that "
                        + "counts from a loss only.";
            case TOK_1 ->
                "where the token comes from: a counter that outlives the lock's own entry, raised in the same "
                        + "atomic step as the grant.";
            case TOK_2 -> "whether the renew step or a repeated attempt draws a token: only a new grant may.";
            case TOK_3 ->
                "by how much the acquire step raises its counter: by the number of tokens asked for, of which "
                        + "the Grant has the first.";
            case TOK_4 ->
                "where the counter is kept, and what it starts from when it is gone: from the store's clock if "
                        + "TOKENS_SURVIVE_DATA_LOSS is declared.";
            case TOK_5 ->
                "what the token is taken from: a clock alone repeats within a tick, so take at least the last "
                        + "token plus one.";
            case NAME_1 ->
                "how a name becomes a key: its encoding must be reversible, and the store's comparison binary "
                        + "(collation, wildcards, separators).";
            case NAME_2 ->
                "where names are checked: in LockName, before the first request, and by bytes of UTF-8, not by "
                        + "characters.";
            case NAME_3 ->
                "the longest key that the store takes, with prefix, encoding and ending added, and whether it refuses "
                        + "longer keys or cuts them silently.";
            case ERR_1 ->
                "what the backend makes of its driver's exceptions: refused, reset and timed-out connections are "
                        + "Refused or Unknown, never Contended, and of a renewal or a release Unknown. A time-out and a "
                        + "write that failed are no answers either, and a record that cannot be decoded is not an empty "
                        + "one. Then whether a client answers 'not acquired' although no request reached the store.";
            case ERR_2 ->
                "what the acquire step returns without a reply (Unknown, never Refused), and whether release by "
                        + "the attempt's id works although no Grant was ever seen.";
            case ERR_3 -> "the messages of the checks of arguments: each names the argument, its value and the bound.";
            case ERR_4 ->
                "the messages of the backend's exceptions, and the detail of NotOwner: the lock's name and store() "
                        + "belong there, but no owner's id, the key's value, or a driver's text with these.";
            case ERR_5 ->
                "what happens to a connection after a time-out: it must be closed, never returned to its pool.";
            case ERR_6 ->
                "what the backend returns when the connection breaks before a reply: Refused or Unknown, never "
                        + "Granted.";
            case ERR_7 ->
                "whether a compensation is repeated although the store answered NotOwner: it may have overtaken the "
                        + "request that it compensates.";
            case ERR_8 ->
                "what bounds a step as a whole: the wait for a connection, its opening, each reply and each repetition "
                        + "count against one request limit. Then what ends the step before that.";
            case ERR_9 ->
                "what closing waits for: a driver that says goodbye to a server which does not answer needs a limit "
                        + "from outside.";
            case LOSS_1 ->
                "what the handle's state depends on: its own deadline on the monotonic clock, checked without "
                        + "waiting for a renewal.";
            case LOSS_2 ->
                "how a loss is reported: one transition to LOST, one call of each consumer, and an immediate call for "
                        + "one that registers later.";
            case LOSS_3 ->
                "the order of the checks in ensureHeld: the state first, then remaining(), both read at the same "
                        + "moment.";
            case LOSS_4 ->
                "what withLock does after the body, withLockAsync after the end of the stage, and close(): each must look "
                        + "at the handle's state, and at the result of the release, before it returns.";
            case LOSS_5 ->
                "what reportUncertain does: it must change the state at once, and renew at once instead of at the "
                        + "scheduled time.";
            case LOSS_6 ->
                "the threads on which listeners and consumers run: never those of renewals, deadlines or the "
                        + "store's connection; and whether there are more when all of them are stuck.";
            case LOSS_7 ->
                "LossWatch, or the backend's own reportLost: whether the watch looks at the store when it begins, and "
                        + "again after it was broken.";
            case REENT_1 ->
                "where the hold count is kept: for the client and the name, not for each view, and lowered by "
                        + "unlock.";
            case REENT_2 -> "how the view knows its owner: by the thread that locked it, virtual ones included.";
            case REENT_3 ->
                "whether a re-entry checks the handle's state first: the hold count alone does not show a loss.";
            case REENT_4 -> "whether a re-entry reaches the backend: it must only raise the hold count.";
            case REENT_5 ->
                "what a renewal checks before it is sent: that the thread which owns the view is still alive.";
            case REENT_6 ->
                "how lock() handles an interrupt while it waits: it goes on waiting and sets the flag again at "
                        + "the end.";
            case MULTI_1 ->
                "what a try does with its locks when it finds the next one taken: it must release them before it "
                        + "returns.";
            case MULTI_2 ->
                "the order in which the locks of a set are taken: the same for all callers, in whatever order they "
                        + "asked.";
            case MULTI_3 -> "the limit that is passed on to the wait for each lock: what is left of it, not the whole.";
            case MULTI_4 ->
                "how long a caller holds some locks of a set while it waits for another: it must release them and wait "
                        + "without them.";
            case MULTI_5 ->
                "what the handle of a set listens to: the loss of each of its locks, not of the first alone.";
            case MULTI_6 ->
                "what an acquisition that ends with an exception does with the locks that it has by then, and with the "
                        + "lock whose outcome is unknown.";
            case MULTI_7 -> "where the tokens of a set come from, and what its second release does.";
            case MULTI_8 ->
                "the store's atomic step for many locks: it must check every owner before it takes the first lock, "
                        + "compare each with its own attempt, and return each outcome.";
            case HAND_1 ->
                "how many tokens a grant reserves, which token each handle gets, and the store's counter after a grant "
                        + "of several tokens.";
            case HAND_2 -> "what a former handle still refers to: after the hand-off its hold is over.";
            case HAND_3 ->
                "the count of handles of one grant, and the start of its time: a new grant resets both, and a hand-off "
                        + "neither.";
            case HAND_4 -> "the handle whose state changes at the end of a grant: the one that has the lock.";
            case HAND_5 -> "what is compared before a hand-off: the lease asked for, and whether the client renews it.";
            case RET_1 ->
                "who tells the owner that another client asks: each refused request, of a waiter, a try or a set; and a "
                        + "grant, if others wait already. Whether that reaches the client that has the grant, also after a "
                        + "broken connection.";
            case RET_2 ->
                "what a retained lock is at the store: the grant as it was, with tokens that were reserved with it.";
            case RET_3 ->
                "what a report of the backend does while no handle has the lock, and the deadline of the grant.";
            case SHARE_1 ->
                "the acquire step: it must count the units that are held and add its own in one atomic step.";
            case SHARE_2 ->
                "where tokens come from: a counter of the lock that moves in the step that grants, and that outlives the "
                        + "last holder.";
            case SHARE_3 ->
                "whether an attempt counts the units of those that wait before it, whether a try does, too, and which "
                        + "waiters a release wakes.";
            case SHARE_4 ->
                "what the acquire step compares: the attempt's id, with the holders and with the waiters; and whether a "
                        + "release of that id gives back what it was granted.";
            case SHARE_5 -> "what a release deletes: the entry of its attempt, never a number of units.";
            case SHARE_6 ->
                "whether each holder has an end of its own at the store. A key that expires as a whole has one for all. "
                        + "Then whether the write of a renewal compares that end, and not only the look before it.";
            case SHARE_7 ->
                "the place of a waiter at the store: leaving gives it up, and it ends by itself if it is not renewed.";
            case SHARE_8 -> "where the limit is kept: in the record of the lock, compared in the step that grants.";
            case SHARE_9 ->
                "whether the backend reports as many holders as there are grants; if it does, the client's groups of "
                        + "readers.";
            case SHARE_10 ->
                "what a grant stores: its token, the end of its lease and the hint, in the order of grants.";
            case SHARE_11 ->
                "the history that the run keeps: it names the holds that are together too many. Whether each grant has an "
                        + "end of its own at the store, which no other client moves.";
            case SHARE_12 ->
                "whether these locks are kept in the same way as the exclusive ones, and what their own capabilities declare. "
                        + "Then the renewal of a grant that the store has forgotten, and what a waiter does whose place "
                        + "is gone.";
            case WAIT_1 ->
                "what a waiter does after a refusal: it must be registered for a signal, or ask again, until its "
                        + "limit.";
            case WAIT_2 -> "which clock the wait is counted by: the monotonic one, with sums that cannot overflow.";
            case WAIT_3 ->
                "the clean-up of a wait that ends early: the local queue, the entry at the store, its watch or "
                        + "subscription, and a grant that is already on its way. If an interrupt was lost, then code "
                        + "that catches InterruptedException or calls Thread.interrupted() and does not set the flag "
                        + "again.";
            case WAIT_4 ->
                "the order of look and registration: register for the signal first, then look once more, then pause; a "
                        + "watch must also cover changes since that look.";
            case WAIT_5 -> "the local queue of the client: first in, first out, also when one in the middle leaves.";
            case WAIT_6 -> "the callers of the backend: only the head of the local queue; the others wait for it.";
            case WAIT_7 ->
                "whether the signal of a release reaches other clients (subscription, watch), or the polling "
                        + "interval where none is declared.";
            case WAIT_8 ->
                "the order of the queue at the store, and whether a try without waiting passes it; declare "
                        + "FIFO_BETWEEN_CLIENTS only with a queue.";
            case WAIT_9 ->
                "the moment from which the lease counts: the grant, not the moment in which the attempt was "
                        + "queued.";
            case WAIT_10 ->
                "what an asynchronous wait costs: a timer or a callback, and no blocked thread of the client, "
                        + "the backend or its driver.";
            case WAIT_11 ->
                "the clients that a release wakes: the successor alone (a watch on the predecessor), not every waiter.";
            case WAIT_12 ->
                "the length of a waiter's pause, and retryAfter of Contended: what is left of the present holder's "
                        + "lease, not the lease that the waiter asked for. If another holder with a "
                        + "lease that ends sooner has the lock now, the waiter must look again: by a signal, or by "
                        + "looks that are never far apart.";
            case CLOSE_1 -> "the order of the steps in close: waiters are ended before the connection is.";
            case CLOSE_2 ->
                "the order of the steps in close: each handle turns LOST and its loss is reported, then its lock is "
                        + "released while the connection still works; withLock and unlock() look at the handle.";
            case CLOSE_3 ->
                "the check for a closed client at every entry, and whether the backend's close may be called "
                        + "twice.";
            case CLOSE_4 ->
                "what happens to a reply that no caller waits for any more: a Grant in it must be released, also while "
                        + "the client closes.";
            case CLOSE_5 ->
                "what close does when its time is over: handles are LOST before their releases are sent, and steps "
                        + "that have not begun are refused before the backend is closed.";
            case CLOSE_6 ->
                "what close waits for before it ends the held locks, and whether the client still renews meanwhile.";
            case OBS_1 ->
                "where each event is sent from: one place, in the order of the changes of state, on one thread "
                        + "for each listener.";
            case OBS_2 ->
                "the path of a release that fails inside close(): it must notify the listeners before it returns or "
                        + "throws.";
            case OBS_3 ->
                "what inspect reads: owner, the grant's first token and the lease in one step, with the hint, which a "
                        + "renewal keeps, but without the attempt's id; and whether it creates what it looks for. Then "
                        + "what ends the step before its limit.";
            case OBS_4 ->
                "the registration of listeners: kept for each client and ended on removal, with each call guarded "
                        + "against exceptions.";
            case OBS_5 ->
                "the first renewal that the store answers after the restart: with the data it must be Renewed, "
                        + "without it NotOwner; Unknown only until the backend has a connection again.";
            case OPS_1 ->
                "the free step: whether it ends the hold at the store, signals waiters as the release step does, and keeps "
                        + "the counter from which the next token comes.";
            case OPS_2 ->
                "what the free step compares: the first token of the present hold, in one atomic step with the change. A "
                        + "look before that step proves nothing.";
            case OPS_3 ->
                "what the free step leaves: the renew and release steps must find another owner or none. With REPORTS_LOSS, "
                        + "whether a free is reported as a deletion is.";
            case OPS_4 ->
                "what the free step returns without a reply: Unknown, also if a repeated request finds another holder or "
                        + "none, since the first request may have been executed. Then what the list step makes of its driver's "
                        + "exceptions.";
            case OPS_5 ->
                "how the list step matches the prefix: as plain text, without wildcards and folding. Then whether it looks at "
                        + "the end of each lease, and whether its pages overlap or end early.";
            case SEQ_1 ->
                "the last step of the story that the message tells, and the state that the steps before it left: which "
                        + "attempt has which lock.";
            case SEQ_2 ->
                "the last step of the story that the message tells: which waiter was to be woken, and what became of "
                        + "its wake-up.";
            case SEQ_3 ->
                "the last step of the story that the message tells: the units that are held, and those of the waiters "
                        + "before it.";
            case PROC_1 ->
                "what ends the lease of a dead process at the store: its own clock or session time-out, with no "
                        + "client needed.";
            case PROC_2 ->
                "the deadline of a handle after a pause, and the guard: the resource must compare tokens in one "
                        + "step with the effect.";
            case PROC_3 ->
                "the acquire and release steps between processes: exclusion that works only inside one JVM passes "
                        + "every rule except those of PROC.";
            case PROC_4 ->
                "the history of the run, which -Dinterlock.tck.histories=<directory> keeps: the first grant that "
                        + "overlaps another, and the step that was running at the fault.";
            case FAULT_1 ->
                "which clock the store counts leases by, and whether SURVIVES_CLOCK_JUMP is declared accordingly.";
            case FAULT_2 ->
                "how the store replicates a grant before it confirms it, and whether SURVIVES_FAIL_OVER is "
                        + "declared accordingly, for the topology at hand.";
        };
    }
}
