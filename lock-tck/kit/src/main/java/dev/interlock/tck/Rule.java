// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static dev.interlock.tck.Obligation.MUST;
import static dev.interlock.tck.Obligation.SHOULD;

/**
 * The rules of the contract. The tables of {@code docs/contract.md} are generated from here and from
 * {@link FirstLook}; {@code ContractDocumentTest} compares them and names the command that renews them.
 */
public enum Rule {
    /** One owner at a time. */
    ACQ_1(
            MUST,
            "While one client holds a lock, no other client is granted it.",
            "Mutual exclusion is the purpose of a lock."),
    /** A repeated attempt. */
    ACQ_2(
            MUST,
            "An attempt that is sent again finds its own grant: it gets the same token, and there is still one owner.",
            "A reply can be lost. A retry that takes its own grant for another client's blocks itself for a whole "
                    + "lease."),
    /** Simultaneous tries. */
    ACQ_3(
            MUST,
            "If several callers try a free lock at the same time without waiting, exactly one is granted it.",
            "Two grants break exclusion. No grant leaves work undone although the lock was free."),
    /** The clock rule. */
    ACQ_4(
            MUST,
            "The validity of a grant counts from before its request was sent. A grant whose reply comes after its "
                    + "validity is no acquisition, and the client releases it.",
            "The lease runs at the store while the reply travels. A client that counts from the reply believes in its "
                    + "lease for too long."),
    /** Tries inside one client. */
    ACQ_5(
            MUST,
            "A try without waiting returns empty at once, without asking the store, if the lock is held in the same "
                    + "client. The same is true if the store has reported it taken to a waiter of the same client.",
            "The client knows the answer. A request would cost a round trip and overtake the waiters. A waiter alone "
                    + "does not prove that the lock is taken."),
    /** Contention is an answer. */
    ACQ_6(
            MUST,
            "If another holder has the lock, the result is an answer, empty or LockTimeoutException, and never another "
                    + "exception.",
            "A caller handles contention and failure differently, so the two never look alike."),
    /** Failed tries. */
    ACQ_7(
            MUST,
            "A try that is not granted leaves nothing behind, neither at the store nor in its process. Once the holder "
                    + "has released the lock, the next try is granted it, even while the answer to the failed try is "
                    + "still on its way.",
            "A try that queues makes other tries fail on a free lock. Then no caller gets it. A try that leaves a file "
                    + "or a connection open exhausts its process in the end, since waiters try again and again."),

    /** Release frees. */
    REL_1(
            MUST,
            "A confirmed release frees the lock at once for every client, or hands it off to the next waiter of its "
                    + "own client, within the bounds of HAND-3. A thread whose interrupt flag is set releases as any "
                    + "other.",
            "If a released lock stayed closed until its lease ended, every lock would be as slow as its lease."),
    /** Stale handles. */
    REL_2(
            MUST,
            "The release of an old handle never touches a later hold, not even one of the same client and thread.",
            "If the owner were a process or a thread instead of an acquisition, an old handle could free a later "
                    + "hold."),
    /** Release of a lost lock. */
    REL_3(
            MUST,
            "The release of a lost lock returns NOT_HELD and frees nothing.",
            "RELEASED would mean that no other holder was inside."),
    /** Repeated release. */
    REL_4(
            MUST,
            "Repeated releases, and releases from two threads, return the result of the first release and change "
                    + "nothing.",
            "Clean-up code runs twice. It must neither fail nor free another holder's lock."),
    /** Lost reply to a release. */
    REL_5(
            MUST,
            "A release whose reply was lost is settled in the background without touching a successor's lock. A reply "
                    + "that comes within the request limit is the answer.",
            "When the request is repeated, the lock may already have another owner."),
    /** Delayed release. */
    REL_6(
            MUST,
            "A release that reaches the store only after a successor was granted the lock changes nothing.",
            "A delayed packet is a stale release, and only the store can recognise it."),

    /** Automatic renewal. */
    REN_1(
            MUST,
            "With Renewal.AUTO the client keeps a lock far beyond its lease, until the lock is released.",
            "The lease is the time to detect a crash, not a limit on the work."),
    /** Renewal never creates. */
    REN_2(
            MUST,
            "A renewal never revives or creates a lock after the end of its lease, a release or a loss of data. It "
                    + "never extends another owner's hold.",
            "A revived lock has an owner that was notified of the loss, or it has two owners."),
    /** Not owner. */
    REN_3(
            MUST,
            "When the store answers a renewal with 'not owner', the handle is LOST at once and its holder is notified.",
            "The store's answer overrides the local deadline."),
    /** Failing renewals. */
    REN_4(
            MUST,
            "A failed renewal does not end the schedule of renewals. If the store is back before the deadline, the "
                    + "lock is kept.",
            "One lost packet must neither cost the lock nor end the renewals silently."),
    /** End of renewal. */
    REN_5(
            MUST,
            "After its release a hold is not renewed any more.",
            "A late renewal could keep a lock that has no holder."),
    /** No renewal. */
    REN_6(
            MUST,
            "With Renewal.NONE there are no automatic renewals, and an explicit renewal restarts the lease.",
            "A caller that asks for no renewal relies on the end of the lease."),
    /** Cap on the hold. */
    REN_7(
            MUST,
            "maxHold ends the hold even if renewals succeed: the handle is LOST and the lock is free.",
            "A hanging holder whose renewals continue would block all others for ever."),
    /** Lost reply to a renewal. */
    REN_8(
            MUST,
            "A renewal whose reply was lost extends nothing at the client. A later renewal that is confirmed keeps the "
                    + "lock; with ENDS_WITH_CONNECTION the hold is lost instead. A reply that comes within the request "
                    + "limit is the answer.",
            "Only a confirmed renewal is proof, and a lost reply is not a lost lock."),
    /** Renewals that hang. */
    REN_9(
            MUST,
            "A renewal that hangs does not make other holds of the same client lose their locks.",
            "One blocked row in the store must not cost a process all its locks."),
    /** The clock of a renewal. */
    REN_10(
            MUST,
            "The validity of a renewal counts from before its request was sent.",
            "The lease restarts with the request. A client that counts from the reply believes in its lease for too "
                    + "long."),

    /** A lease ends. */
    EXP_1(
            MUST,
            "A lease that is not renewed ends, at most by the fixture's expiryDelay too late, and then others can "
                    + "acquire the lock.",
            "A crashed holder must not block others for ever."),
    /** Not too early. */
    EXP_2(
            MUST,
            "While the holder's remaining() is above zero, the lock is granted to no other caller.",
            "The holder relies on remaining() as a promise."),
    /** The lease asked for. */
    EXP_3(
            MUST,
            "The store keeps the lease that was asked for: short and long ones, up to the longest that the backend "
                    + "declares.",
            "An ignored, mixed-up or overflowing argument shows only in production."),
    /** Restart. */
    EXP_4(
            MUST,
            "If a backend declares SURVIVES_RESTART, its store still has a held lock after the store was killed and "
                    + "started again. Otherwise the kit shows that the lock is lost.",
            "Operators must know what a restart of the store does to the holders."),
    /** Lock delay after a loss. */
    EXP_5(
            MUST,
            "With a lock delay, no other caller is granted the lock from the loss of a hold until the delay is over, "
                    + "and then others are. A backend that does not declare KEEPS_LOCK_DELAY refuses a lock delay.",
            "The effects that a lost holder has under way should end before the next hold begins."),
    /** No lock delay without a loss. */
    EXP_6(
            MUST,
            "A lock delay holds up neither a release nor the compensation of a grant that never had a holder.",
            "Only a loss leaves effects under way. A delay without a loss slows the lock down for nothing."),

    /** Tokens grow. */
    TOK_1(
            MUST,
            "Every new hold of a name has a greater token than all holds before it, whichever client has it and "
                    + "however the former hold ended.",
            "A resource refuses stale writers by comparing tokens. A repeated token lets a stale writer through."),
    /** Tokens are constant. */
    TOK_2(
            MUST,
            "The token of a hold stays the same through renewals.",
            "If the token changed, some of the holder's own writes would look stale."),
    /** Blocks of tokens. */
    TOK_3(
            MUST,
            "An attempt that reserves n tokens gets n consecutive tokens, and the next grant has a token above the "
                    + "last of them.",
            "The client gives the tokens of a block to successive holders without another request to the store."),
    /** Loss of data. */
    TOK_4(
            MUST,
            "If a backend declares TOKENS_SURVIVE_DATA_LOSS, its tokens grow across a loss of data. Otherwise the kit "
                    + "shows that they repeat.",
            "After a loss of data only the token still protects the resource."),
    /** Fast succession. */
    TOK_5(
            MUST,
            "Tokens grow even when holds follow each other as fast as possible.",
            "A token taken from a clock repeats within one tick of the clock."),

    /** Injective names. */
    NAME_1(
            MUST,
            "Different names are different locks: case, blanks, Unicode forms, separators and wildcards count.",
            "Two names with the same key would block or free each other's locks."),
    /** Invalid names. */
    NAME_2(
            MUST,
            "A name that is empty, is longer than 200 bytes, or has a control character or an unpaired surrogate is "
                    + "refused with IllegalArgumentException before any request.",
            "A store that folds or cuts names which it cannot hold merges them silently."),
    /** Long names. */
    NAME_3(
            MUST,
            "Names of up to 200 bytes work, however long they become when they are encoded, and two names that differ "
                    + "in the last byte are two locks.",
            "A key column or node name that is too short cuts off the end of a name."),

    /** Unreachable store. */
    ERR_1(
            MUST,
            "A store that cannot be reached or fails leads to LockUnavailableException or LockOutcomeUnknownException, "
                    + "never to 'not acquired'. A renewal or a release that it failed to do is unknown, never 'not "
                    + "owner'. A record that cannot be read is such a failure, and never a free lock.",
            "A caller that takes an outage for contention waits, or skips work, for the wrong reason. One that takes "
                    + "it for a loss gives up a lock that it has. One that takes a damaged record for a new one lets "
                    + "two owners in, and tokens begin again."),
    /** Lost reply to an acquire. */
    ERR_2(
            MUST,
            "An acquisition whose reply was lost ends with LockOutcomeUnknownException and is compensated: no grant is "
                    + "left behind.",
            "An orphaned grant blocks every client for a lease."),
    /** Bad arguments. */
    ERR_3(
            MUST,
            "A bad lease, maxHold, wait or retry leads to an IllegalArgumentException that names the argument, its "
                    + "value and the bound.",
            "The reader of a log has only the message."),
    /** Messages. */
    ERR_4(
            MUST,
            "Messages name the lock and the store, and never an owner id.",
            "Anyone with the owner id can release the lock."),
    /** Late replies. */
    ERR_5(
            MUST,
            "A client never takes a late reply for the answer to a later command.",
            "A connection that is used again after a time-out is one reply behind."),
    /** Acquire that never arrived. */
    ERR_6(
            MUST,
            "An acquisition that was cut off before it reached the store holds nothing, neither at the client nor at "
                    + "the store.",
            "An unknown outcome is not a success."),
    /** Acquire executed late. */
    ERR_7(
            MUST,
            "An acquisition that the store executes after its client gave up is compensated.",
            "A store that was frozen executes its queued requests when it resumes."),
    /** Limits of acquisitions in an outage. */
    ERR_8(
            MUST,
            "If the store does not answer, a try ends within the request limit, and a wait ends at most that much "
                    + "after its own limit. A reply that comes within the request limit is the answer.",
            "A caller with a limit often owes an answer itself, and the limit matters most in an outage."),
    /** Limits of clean-up in an outage. */
    ERR_9(
            MUST,
            "If the store does not answer, a release ends within twice the request limit, and closing the backend "
                    + "within one request limit.",
            "A shutdown that hangs on a dead store is killed half-way."),

    /** Local deadline. */
    LOSS_1(
            MUST,
            "A handle turns LOST at its own deadline, without any reply from the store, whatever happens to the wall "
                    + "clock.",
            "A holder that is cut off from the store must stop before another holder begins."),
    /** Exactly once. */
    LOSS_2(
            MUST,
            "Every consumer is notified of a loss exactly once. A consumer that registers after the loss is notified "
                    + "at once.",
            "A missed notification can corrupt data. A repeated one can break the clean-up."),
    /** The check before a side effect. */
    LOSS_3(
            MUST,
            "ensureHeld passes only while the handle is HELD and at least the requested part of the lease is left.",
            "It is the last check before a side effect."),
    /** Work under a lock. */
    LOSS_4(
            MUST,
            "withLock, withLockAsync and the close() of a handle end with LockLostException if the hold was lost before "
                    + "its release. Both calls hold the lock until the work has ended.",
            "The work may have used data that another holder changed meanwhile."),
    /** Uncertainty. */
    LOSS_5(
            MUST,
            "A reported uncertainty makes the handle UNCERTAIN at once. An automatic renewal is then tried at once, "
                    + "and a confirmed renewal makes the handle HELD again.",
            "A suspended connection is a reason to pause, not to give up the lock."),
    /** Slow listeners. */
    LOSS_6(
            MUST,
            "A listener or consumer that blocks or throws delays neither renewals, nor losses of other locks, nor the "
                    + "notifications of these losses.",
            "One slow log appender must not cost a process all its locks."),
    /** Loss at once. */
    LOSS_7(
            MUST,
            "With REPORTS_LOSS, a holder whose lock is deleted in the store is LOST, and notified, without a request of "
                    + "its own and long before its lease ends.",
            "A lock that an operator freed, or that the store forgot, is soon granted to another holder."),

    /** Hold count. */
    REENT_1(
            MUST,
            "Only the outermost unlock of a view frees the lock.",
            "Nested code releases what it acquired, not what its caller holds."),
    /** Other threads. */
    REENT_2(
            MUST,
            "Another thread can neither enter a held view nor unlock it. The unlock throws "
                    + "IllegalMonitorStateException.",
            "The owner of a Lock is a thread."),
    /** Re-entry after loss. */
    REENT_3(
            MUST,
            "Re-entry after a loss is refused, and unlock then throws LockLostException. Afterwards the thread can "
                    + "lock again.",
            "An owner flag that outlives the lease would let code run without the lock."),
    /** Re-entry costs nothing. */
    REENT_4(MUST, "Re-entry keeps the token and does not touch the lease.", "The inner code belongs to the same hold."),
    /** Dead threads. */
    REENT_5(
            MUST,
            "The renewal of a view's hold ends when the thread that owns the view ends.",
            "A dead thread cannot unlock, so its lock must end by itself."),
    /** The contract of Lock. */
    REENT_6(
            MUST,
            "lock() ignores interrupts and keeps the flag. lockInterruptibly() and tryLock(time) obey interrupts. "
                    + "newCondition() is unsupported.",
            "Code that expects a Lock can get a view, so the view keeps the contract of Lock."),

    /** All or none. */
    MULTI_1(
            MUST,
            "Several locks are acquired all or none. A try that finds one of them taken leaves the others free at "
                    + "once.",
            "Locks that a failed try leaves behind block others for nothing."),
    /** Any order. */
    MULTI_2(
            MUST,
            "Callers that ask for overlapping sets, in whatever order, exclude each other, and all of them make "
                    + "progress.",
            "Two callers that each hold what the other waits for would both wait until their limits."),
    /** One limit. */
    MULTI_3(
            MUST,
            "One wait limit counts for all locks of a set, and LockTimeoutException names the lock that was taken.",
            "A limit that restarts with each lock is several times as long as the caller asked for."),
    /** Waiting for one lock of a set. */
    MULTI_4(
            MUST,
            "A caller that waits for one lock of a set keeps the other locks from other callers for no longer than a "
                    + "few seconds.",
            "Otherwise one lock that is taken for long would close every lock that is wanted together with it."),
    /** A loss of one. */
    MULTI_5(
            MUST,
            "The loss of one lock of a set is the loss of the whole set. It is reported once, and the other locks are "
                    + "released.",
            "The work relies on all locks of the set. Some of them protect it no better than none."),
    /** A missing answer. */
    MULTI_6(
            MUST,
            "If the store gives no answer for one lock of a set, no lock of the set stays held.",
            "The caller has no handle for a grant that was never reported."),
    /** Tokens and release of a set. */
    MULTI_7(
            MUST,
            "Each lock of a set has its own fencing token, as its store knows it. The release of a set frees its locks "
                    + "and never those of a later hold.",
            "Each resource compares the tokens of one name, and a set is several locks, not one."),

    /** One request for a set. */
    MULTI_8(
            MUST,
            "With GRANTS_ALL_AT_ONCE one request takes all locks of a set or none, and finds its own grants when it is "
                    + "sent again. With it, each lock of a set is renewed and freed for its own owner alone. Without "
                    + "it the kit shows that the locks of a set are taken one after another.",
            "Callers that rely on one step for a set never see a part of it. Callers at other stores must know the "
                    + "difference."),

    /** Tokens of handles that follow each other. */
    HAND_1(
            MUST,
            "Handles of one client that follow each other by hand-off have growing tokens. The next grant of the "
                    + "store, to any client, has a greater token than all of them.",
            "A resource that checks tokens must tell the holders of one lock apart, also within one process."),
    /** Former handles. */
    HAND_2(
            MUST,
            "After a hand-off, nothing that is done to the former handle touches the handle that has the lock.",
            "Both handles belong to one grant of the store, and the former holder can still use its handle."),
    /** Bounds. */
    HAND_3(
            MUST,
            "A client hands a lock off at most as often, and for as long, as its options allow. Then it releases the "
                    + "lock at the store, for every client.",
            "A client whose threads always want the lock would keep it from all other clients for ever."),
    /** Losses. */
    HAND_4(
            MUST,
            "The loss of a lock ends the hold of the handle that has it, and is reported once. It affects no handle "
                    + "that had the lock before or gets it later.",
            "A former holder did its work under the lock and released it in time. A waiter needs a grant of its own."),
    /** Waiters with another lease. */
    HAND_5(
            MUST,
            "A waiter that asked for another lease than the holder before it, or for a lease without renewal, gets its "
                    + "grant from the store. The waiters behind it do not overtake it.",
            "The rest of another caller's lease is not the lease that the waiter asked for."),

    /** Recall. */
    RET_1(
            MUST,
            "A lock that its client retains after a release is granted to another client that asks for it, with a greater "
                    + "token and long before the retention is over. Without RECALLS the option is refused with the reason, and "
                    + "the kit shows that the store recalls nothing.",
            "A client must not keep a lock from others that it does not use."),
    /** The retained lock. */
    RET_2(
            MUST,
            "A client gets a lock that it retains again with the next fencing token. No other client is granted it "
                    + "meanwhile.",
            "The holders of one lock must be told apart, also within one process and without the store."),
    /** Loss while a lock is retained. */
    RET_3(
            MUST,
            "A retained lock that was reported lost, or is no longer proven, is asked of the store.",
            "No handle is there that could tell its user of the loss."),

    /** Shared and exclusive holds. */
    SHARE_1(
            MUST,
            "Readers hold a lock together, a writer holds it alone, and the permits that are held never exceed the limit. "
                    + "Without SHARES such locks are refused.",
            "Exclusion between readers and writers is the purpose of one lock, and the limit that of the other."),
    /** Tokens of shared holds. */
    SHARE_2(
            MUST,
            "Each grant of such a lock has a greater fencing token than all grants before it, of readers, writers and "
                    + "permits.",
            "A resource that refuses what comes too late compares readers and writers."),
    /** The order of those that wait. */
    SHARE_3(
            MUST,
            "Attempts that wait are granted in the order in which they came. A reader does not overtake a writer that "
                    + "waits, nor a request for one permit one for several. Readers that follow each other are granted "
                    + "together.",
            "Otherwise a stream of readers starves each writer, and small requests starve large ones."),
    /** A repeated attempt of a shared hold. */
    SHARE_4(
            MUST,
            "An attempt that is sent again finds its own grant, with the same token, and has its units once. What an "
                    + "acquisition with a lost reply took comes back at once.",
            "Units that a lost reply takes would be missing until the lease ends, again and again."),
    /** The owner of units. */
    SHARE_5(
            MUST,
            "A release or renewal touches the grant of its own attempt only, also if it comes late. Without a grant the "
                    + "answer is that the attempt is no owner.",
            "A late release that lowers a count frees what another holds."),
    /** The end of a shared lease. */
    SHARE_6(
            MUST,
            "The units of a grant come back when its own lease ends, not before, and no other units with them. A renewal "
                    + "never shortens a lease, and never restores one that has ended.",
            "A reader that crashed must not keep a writer out for ever, nor end the leases of other readers."),
    /** Waiters of shared locks that leave. */
    SHARE_7(
            MUST,
            "A waiter that leaves, or whose client is closed, keeps no other attempt out.",
            "A writer that waits keeps readers out, so one that no longer waits must not."),
    /** One limit. */
    SHARE_8(
            MUST,
            "While permits are held, a client that asks with another limit is refused with LockUnavailableException, "
                    + "whose text has both limits.",
            "Two services that disagree would let in more than one of them allows."),
    /** Readers of one client. */
    SHARE_9(
            MUST,
            "The readers of one client have one grant at the store. It ends with the last of them.",
            "A thousand threads that read are one reader to the store."),
    /** The holders. */
    SHARE_10(
            MUST,
            "A look at a semaphore shows each grant in the order of the grants, with its token, the rest of its lease and "
                    + "the hint of its client.",
            "An operator must see which clients hold the permits."),
    /** Processes with shared holds. */
    SHARE_11(
            MUST,
            "Processes that read, write and take permits never hold more than the lock has, also if one of them is stopped "
                    + "past its lease or killed. No update of a writer behind a guard is lost.",
            "These locks are for several processes, and processes stop and die."),
    /** Faults of the store with shared holds. */
    SHARE_12(
            MUST,
            "After a restart of the store or a fail-over, readers, writers and permits exclude each other as before, and each "
                    + "waiter is served in the end. With SURVIVES_RESTART, or SURVIVES_FAIL_OVER, each holder keeps its "
                    + "units. Without it the kit shows that units are lost, and that their holders are notified at the "
                    + "next renewal.",
            "A store that answers again after a crash looks as if nothing had happened. Here it must still know several "
                    + "holders, and the waiters."),

    /** Grant after release. */
    WAIT_1(MUST, "A waiter is granted the lock after the holder has released it.", "A forgotten waiter hangs."),
    /** The wait limit. */
    WAIT_2(
            MUST,
            "A wait ends at its limit and not before, with LockTimeoutException or empty, whatever happens to the wall "
                    + "clock.",
            "The caller often owes an answer itself."),
    /** No residue. */
    WAIT_3(
            MUST,
            "An interrupted or cancelled waiter leaves nothing behind: no place in the queue, no later grant, and no "
                    + "signal that a release still triggers. An interrupt is not lost, also during a request: it ends "
                    + "the wait, or the thread's flag stays set.",
            "An abandoned place in the queue blocks the waiters behind it. A thread whose interrupt is lost does not "
                    + "end when its pool is shut down."),
    /** No missed release. */
    WAIT_4(
            MUST,
            "A waiter does not miss a release between its look at the store and its pause. With NOTIFIES_WAITERS the "
                    + "signal of this release arrives, and no later look has to replace it.",
            "This is the classic lost wake-up."),
    /** Local order. */
    WAIT_5(
            MUST,
            "Waiters of one client for one name are served in the order of their arrival.",
            "No waiter starves while others come and go."),
    /** One request for all waiters. */
    WAIT_6(
            SHOULD,
            "Of many waiters of one client for one name, only the first asks the store.",
            "A thousand waiting threads must not become a thousand polling clients."),
    /** Notification. */
    WAIT_7(
            MUST,
            "With NOTIFIES_WAITERS the signal of a release wakes a waiter of another client at once. Without it the "
                    + "waiter is served at its next look at the store.",
            "The capability promises latency. Its absence must not mean starvation."),
    /** Order between clients. */
    WAIT_8(
            MUST,
            "With FIFO_BETWEEN_CLIENTS a later client does not overtake a waiting client. Without it the kit shows "
                    + "overtaking, except where waiting is BLOCKING.",
            "A declared order needs proof like any other capability."),
    /** Lease of a late waiter. */
    WAIT_9(
            MUST,
            "A waiter that queued for longer than its own lease still gets a full lease.",
            "A lease that runs while its owner queues is over before the hold begins."),
    /** Async waiting. */
    WAIT_10(
            MUST,
            "Asynchronous waiters hold no threads, unless the backend declares its waiting BLOCKING.",
            "Waiting without a thread is the purpose of asynchronous methods."),
    /** One waiter per release. */
    WAIT_11(
            SHOULD,
            "With FIFO_BETWEEN_CLIENTS a release makes only the next waiter ask the store again.",
            "A hundred waiting clients must not all ask each time one of them is served."),
    /** The length of a pause. */
    WAIT_12(
            MUST,
            "A client that waits is granted the lock once the present holder's lease is over, at most by the fixture's "
                    + "expiryDelay too late. If the holder changed meanwhile, the client does not wait for the end of "
                    + "the former holder's lease.",
            "A lease limits a waiter's pause only as long as its holder has the lock."),

    /** Close and waiters. */
    CLOSE_1(
            MUST,
            "Closing a client ends its waiters with LockClientClosedException.",
            "A shutdown must not hang on waiters."),
    /** Close and holders. */
    CLOSE_2(
            MUST,
            "Closing a client frees its held locks. Each handle turns LOST (CLIENT_CLOSED) and its holder is notified; "
                    + "then the lock is released at the store.",
            "The next instance should not wait for a lease to end, and work that continues must not rely on the lock."),
    /** Closed clients. */
    CLOSE_3(
            MUST,
            "A closed client refuses new work with LockClientClosedException, and closing it twice is harmless.",
            "Use after close is a bug of the caller and should look like one."),
    /** Late grants. */
    CLOSE_4(
            MUST,
            "A grant that arrives after the client was closed or the request was cancelled is released.",
            "No caller is left to release it."),
    /** The bound of a close. */
    CLOSE_5(
            MUST,
            "close returns within its bound. From then on no handle is HELD and nothing reaches the store, however "
                    + "many locks were held and however slow the store is.",
            "Platforms limit the time of a shutdown, and later requests would act for no caller."),
    /** The grace of a close. */
    CLOSE_6(
            MUST,
            "During the closeGrace of a close, held locks are renewed and released by their holders as before, and "
                    + "nothing new is acquired. Then the close ends what is still held.",
            "A rolling deployment lets work end before it takes the locks away."),

    /** Events in order. */
    OBS_1(
            MUST,
            "Listeners get the events of a hold in order: Contended at most once, Acquired, Renewed, and at last Lost "
                    + "or Released. An acquisition that is not granted in time gives TimedOut.",
            "Metrics and logs are built on these events."),
    /** Failed releases. */
    OBS_2(
            MUST,
            "A release that the store does not confirm is reported to the listeners, also if close() made it.",
            "close() has no result, and the caller of release() may not look at it."),
    /** Inspection. */
    OBS_3(
            MUST,
            "inspect returns the token, the remaining lease and the opted-in hint of a holder, nothing when the lock "
                    + "is free, and never the owner id. It leaves nothing behind at the store. A reply that comes "
                    + "within the request limit is the answer.",
            "Operators need to see which holder blocks, but must not be able to take its lock."),
    /** Own locks only. */
    OBS_4(
            MUST,
            "Listeners get events of their own client's locks only, until they are removed. A listener that throws "
                    + "affects no other listener.",
            "Observation must neither leak nor disturb."),
    /** Restart and holders. */
    OBS_5(
            MUST,
            "After its store was killed and started again, a holder learns its state. With SURVIVES_RESTART the handle "
                    + "is still HELD once it renews; without it the hold is reported as Lost.",
            "A holder that is not notified continues beside the next holder."),

    /** A free by an operator. */
    OPS_1(
            MUST,
            "A free with the token of the present hold frees the lock at once for every client, and wakes waiters as a "
                    + "release does. The next grant has a token above all tokens of that hold.",
            "A lock whose holder hangs must come back without a change by hand, and a guard must still refuse that "
                    + "holder."),
    /** A free of another hold. */
    OPS_2(
            MUST,
            "A free with any other token changes nothing, and returns the token of the present hold, or that there is "
                    + "none. This also holds for a free that reaches the store late, after a renewal, a release and the "
                    + "grant of a successor.",
            "An operator looks first and frees later. Meanwhile a sound successor can get the lock."),
    /** The former holder. */
    OPS_3(
            MUST,
            "The former holder of a freed lock can neither renew it nor touch the next hold. It is LOST, and notified, at "
                    + "its next renewal, and with REPORTS_LOSS without a request of its own.",
            "A holder that hung can continue at any moment."),
    /** Free or list without an answer. */
    OPS_4(
            MUST,
            "A free whose reply was lost is unknown. It is refused only if the store surely did not execute it. A store "
                    + "that cannot be reached leads to LockUnavailableException, never to an empty list.",
            "An operator that reads 'nothing was changed' leaves the holder's process alone, although the lock has "
                    + "another holder by now."),
    /** The list. */
    OPS_5(
            MUST,
            "A list has each held lock whose name starts with the prefix, once, with the token and the hint of its "
                    + "holder, and as many as were asked for if there are more. No renewal changes since when it is "
                    + "said to be held. A list has no lock that was released or whose lease is over, and none that "
                    + "several may hold.",
            "An operator chooses from this list which hold to end."),

    /** Any sequence of steps. */
    SEQ_1(
            MUST,
            "Whatever steps of several clients come one after another, on single locks, on sets of locks and by an "
                    + "operator: each ends as the promises of the steps say, and the store has what they leave. Two "
                    + "steps at once end as if one of them had come first. A step whose messages are lost has been "
                    + "executed or not.",
            "Many a wrong answer needs a state that only a long sequence reaches: a set that is refused after a grant, "
                    + "a free after a renewal."),
    /** Any sequence of waiters. */
    SEQ_2(
            MUST,
            "Whatever sequence of waiters comes, looks, leaves and is granted the lock, beside releases, frees and ends "
                    + "of leases: each outcome agrees with those before it, and with NOTIFIES_WAITERS a signal "
                    + "reaches a waiter whenever the lock is free.",
            "A wake-up that goes to a waiter that has left is a lock that no client gets."),
    /** Any sequence of shares. */
    SEQ_3(
            MUST,
            "Whatever steps and waiters come one after another on a lock that several may hold: each is granted exactly "
                    + "if it fits beside what is held and what waits before it, and each waiter that fits is woken.",
            "Units, places and leases change in many ways, and each can leave a number that is wrong."),

    /** A killed process. */
    PROC_1(
            MUST,
            "The lock of a killed process goes to another process when its lease is over, and not before. With "
                    + "ENDS_WITH_CONNECTION it goes once the store notices the crash.",
            "A crash must neither block others for ever nor let two holders in."),
    /** A stopped process. */
    PROC_2(
            MUST,
            "A process that was stopped past its lease while it held a lock finds its handle LOST once it resumes. A "
                    + "resource guarded by fencing tokens lets none of its effects through.",
            "No lock service can keep a stopped process from believing that it holds the lock. Only the resource can "
                    + "stop its effects."),
    /** Contention between processes. */
    PROC_3(
            MUST,
            "While no process stalls for longer than its lease, processes that contend for a lock lose no update, even "
                    + "without a guard.",
            "A test in one JVM proves little. A distributed lock is for several processes."),
    /** Contention and crashes. */
    PROC_4(
            MUST,
            "Whichever processes are stopped and killed while they contend, the store grants each lock to one owner at "
                    + "a time, and no guarded update is lost.",
            "Faults come at any moment, also in the middle of a step."),

    /** A jump of the store's clock. */
    FAULT_1(
            MUST,
            "A held lock stays with its holder when the store's wall clock jumps ahead. Without SURVIVES_CLOCK_JUMP "
                    + "the kit shows that the jump lets another client in, with a greater token, and that the holder "
                    + "is notified at its next renewal.",
            "Operators must know what a change of a server's clock does to the holders."),
    /** A fail-over. */
    FAULT_2(
            MUST,
            "A held lock stays with its holder when its server dies and another server takes over. Without "
                    + "SURVIVES_FAIL_OVER the kit shows that another client gets in, with a greater token if "
                    + "TOKENS_SURVIVE_DATA_LOSS is declared, and that the holder is notified at its next renewal.",
            "A store that answers again after a crash looks as if nothing had happened.");

    private final Obligation obligation;
    private final String sentence;
    private final String intent;

    Rule(Obligation obligation, String sentence, String intent) {
        this.obligation = obligation;
        this.sentence = sentence;
        this.intent = intent;
    }

    /**
     * Returns the id in its written form.
     *
     * @return such as {@code ACQ-1}
     */
    public String id() {
        return name().replace('_', '-');
    }

    /**
     * Returns the family of the rule.
     *
     * @return the id's prefix, such as {@code ACQ}
     */
    public String family() {
        return name().substring(0, name().indexOf('_'));
    }

    /**
     * Returns the title of the family.
     *
     * @return such as {@code fencing tokens}
     */
    public String familyTitle() {
        return switch (family()) {
            case "ACQ" -> "acquire";
            case "REL" -> "release";
            case "REN" -> "renew";
            case "EXP" -> "end of the lease";
            case "TOK" -> "fencing tokens";
            case "NAME" -> "names";
            case "ERR" -> "errors and lost messages";
            case "LOSS" -> "loss of a hold";
            case "REENT" -> "the re-entrant view";
            case "MULTI" -> "several locks at once";
            case "HAND" -> "hand-off inside a client";
            case "RET" -> "locks that a client retains";
            case "SHARE" -> "locks that several may hold";
            case "WAIT" -> "waiting";
            case "CLOSE" -> "the end of a client";
            case "OBS" -> "observation";
            case "OPS" -> "lists and frees by an operator";
            case "SEQ" -> "long sequences of steps";
            case "PROC" -> "several processes";
            case "FAULT" -> "faults of the store";
            default -> throw new IllegalStateException("the family " + family() + " must have a title but has none");
        };
    }

    /**
     * Returns how binding the rule is.
     *
     * @return the obligation
     */
    public Obligation obligation() {
        return obligation;
    }

    /**
     * Returns what must hold.
     *
     * @return one to three short sentences
     */
    public String sentence() {
        return sentence;
    }

    /**
     * Returns why it must hold.
     *
     * @return one to three short sentences
     */
    public String intent() {
        return intent;
    }

    /**
     * Returns the usual cause of a failure.
     *
     * @return the rest of a sentence that begins with "Look first at"
     */
    public String lookAtFirst() {
        return FirstLook.at(this);
    }
}
