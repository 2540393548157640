// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static dev.interlock.tck.Obligation.MUST;
import static dev.interlock.tck.Obligation.SHOULD;

/**
 * The registry of the contract: {@code docs/contract.md} carries the same ids,
 * obligations, sentences, intents and hints.
 */
public enum Rule {
    /** One owner at a time. */
    ACQ_1(
            MUST,
            "While one client holds a lock, no other client is granted it.",
            "This is what a lock is for; everything else serves it."),
    /** A repeated attempt. */
    ACQ_2(
            MUST,
            "An attempt that is sent again finds its own grant: the same token, and still one owner.",
            "A reply can be lost; a retry that takes its own grant for another's blocks itself for a whole lease."),
    /** Simultaneous tries. */
    ACQ_3(
            MUST,
            "Of simultaneous tries without waiting on a free lock, exactly one is granted it.",
            "Two winners break exclusion; no winner leaves work undone although nothing was in the way."),
    /** The clock rule. */
    ACQ_4(
            MUST,
            "The validity of a grant counts from before its request was sent; a grant whose reply comes after its "
                    + "validity is no acquisition and is given back.",
            "The lease runs at the store while the reply travels; who counts from the reply believes too long."),
    /** Tries inside one client. */
    ACQ_5(
            MUST,
            "A try without waiting on a lock that is held in the same client, or that the store has called taken to "
                    + "one who waits in the same client, comes back empty at once, without asking the store.",
            "The answer is known here; asking would cost a round trip and overtake those who wait. That somebody waits "
                    + "is no answer."),
    /** Contention is an answer. */
    ACQ_6(
            MUST,
            "That another holder has the lock is an answer, empty or LockTimeoutException, and never another "
                    + "exception.",
            "A caller handles contention and failure differently, so the two never look alike."),
    /** Failed tries. */
    ACQ_7(
            MUST,
            "A try that was not granted leaves nothing behind: once the holder has released the lock, the next try is "
                    + "granted it, even while the answer to the failed one is still on its way.",
            "A try that queues up makes others fail on a lock that is free; then all of them go away with nothing."),

    /** Release frees. */
    REL_1(
            MUST,
            "A release that is confirmed frees the lock at once for every client, or hands it over to the next waiter "
                    + "of its own, within the bounds of HAND-3.",
            "Waiting out a lease after a release would make every lock as slow as its lease."),
    /** Stale handles. */
    REL_2(
            MUST,
            "The release of an old handle never touches a later hold, not even one of the same client and thread.",
            "An owner that is a process or a thread instead of an acquisition frees what it no longer has."),
    /** Release of a lost lock. */
    REL_3(
            MUST,
            "The release of a lock that was lost says NOT_HELD and frees nothing.",
            "RELEASED would tell the caller that nobody else was inside."),
    /** Repeated release. */
    REL_4(
            MUST,
            "Releasing again, or from two threads, gives the result of the first release and changes nothing.",
            "Clean-up code runs twice; that must neither fail nor free another's lock."),
    /** Lost reply to a release. */
    REL_5(
            MUST,
            "A release whose reply was lost is settled in the background without touching a successor.",
            "The repeated request meets a lock that may be another's by then."),
    /** Delayed release. */
    REL_6(
            MUST,
            "A release that reaches the store only after a successor was granted the lock changes nothing.",
            "A delayed packet is a stale release; only the store can tell."),

    /** Automatic renewal. */
    REN_1(
            MUST,
            "With Renewal.AUTO a lock is kept far beyond its lease, until it is released.",
            "The lease is the crash detection time, not a cap on work."),
    /** Renewal never creates. */
    REN_2(
            MUST,
            "A renewal never revives or creates a lock, after its lease, a release or a loss of data, nor extends "
                    + "another's hold.",
            "A lock that came back to life has an owner who was told it is gone, or a second one."),
    /** Not owner. */
    REN_3(
            MUST,
            "When the store answers a renewal with 'not owner', the handle is LOST at once and its holder is told.",
            "The store knows better than the local deadline."),
    /** Failing renewals. */
    REN_4(
            MUST,
            "A renewal that fails does not end the schedule: if the store is back before the deadline, the lock is "
                    + "kept.",
            "One lost packet must not cost the lock, nor end renewal in silence."),
    /** End of renewal. */
    REN_5(MUST, "After a release nothing renews.", "A renewal behind a release could keep a lock that nobody has."),
    /** No renewal. */
    REN_6(
            MUST,
            "With Renewal.NONE nothing renews by itself, and an explicit renewal lets the lease run anew.",
            "Who asks for no renewal relies on the end of the lease."),
    /** Cap on the hold. */
    REN_7(
            MUST,
            "maxHold ends the hold although renewals work: the handle is LOST and the lock is free.",
            "A hanging holder that still renews would block everybody for ever."),
    /** Lost reply to a renewal. */
    REN_8(
            MUST,
            "A renewal whose reply was lost extends nothing here; a later renewal that is confirmed keeps the lock, "
                    + "except that with ENDS_WITH_CONNECTION the hold is then lost.",
            "Only what the store confirmed is proven, and a lost reply is no loss of the lock."),
    /** Renewals that hang. */
    REN_9(
            MUST,
            "A renewal that hangs costs no other hold of its client the lock.",
            "One row that somebody blocks in the store must not take every lock of a process with it."),
    /** The clock of a renewal. */
    REN_10(
            MUST,
            "The validity of a renewal counts from before its request was sent.",
            "The lease runs anew from the request on; who counts from its reply believes too long."),

    /** A lease ends. */
    EXP_1(
            MUST,
            "A lease that nobody renews ends, at most by the fixture's expiryDelay too late, and the lock can be "
                    + "acquired by others.",
            "A crashed holder must not block others for ever."),
    /** Not too early. */
    EXP_2(
            MUST,
            "Nobody else is granted a lock while its holder's remaining() is above zero.",
            "The holder works in the belief that remaining() is a promise."),
    /** The lease asked for. */
    EXP_3(
            MUST,
            "The lease asked for is the lease kept: short and long ones, up to the longest that the backend declares.",
            "An ignored, mixed up or overflowing argument shows only in production."),
    /** Restart. */
    EXP_4(
            MUST,
            "A backend that declares SURVIVES_RESTART still has a held lock after its store was killed and started "
                    + "again; one that does not is shown to lose it.",
            "An operator who restarts the store must know what becomes of the holders."),
    /** Closed after a loss. */
    EXP_5(
            MUST,
            "With a lock-delay nobody else is granted the lock from the loss of a hold until the delay is over, and "
                    + "then others are; a backend that does not declare KEEPS_LOCK_DELAY refuses it.",
            "What a lost holder still has under way is to die out before the next one begins."),
    /** Closed after nothing else. */
    EXP_6(
            MUST,
            "A lock-delay holds up neither a release nor the withdrawal of a grant that nobody ever held.",
            "Only a loss leaves something under way; a delay without one makes the lock slow for nothing."),

    /** Tokens grow. */
    TOK_1(
            MUST,
            "Every new hold of a name has a greater token than all before, whichever client has it and however the "
                    + "former ended.",
            "A resource refuses stale writers by comparing tokens; a repeat lets one through."),
    /** Tokens are constant. */
    TOK_2(
            MUST,
            "The token of a hold stays the same through renewals.",
            "A token that changes makes its own holder's earlier writes look stale, or later."),
    /** Blocks of tokens. */
    TOK_3(
            MUST,
            "An attempt that reserves n tokens gets n consecutive ones, and the next grant lies above the last of "
                    + "them.",
            "The tokens of a block are handed to successive holders without asking the store again."),
    /** Loss of data. */
    TOK_4(
            MUST,
            "The tokens of a backend that declares TOKENS_SURVIVE_DATA_LOSS grow across a loss of data; those of one "
                    + "that does not are shown to repeat.",
            "After a loss of data the token is the last line of defence."),
    /** Fast succession. */
    TOK_5(
            MUST,
            "Tokens grow also when holds follow each other as fast as possible.",
            "A token taken from a clock repeats within its tick."),

    /** Injective names. */
    NAME_1(
            MUST,
            "Different names are different locks: case, blanks, Unicode forms, separators and wildcards count.",
            "Names that fall together block or free each other's locks."),
    /** Invalid names. */
    NAME_2(
            MUST,
            "An empty name, one over 200 bytes, with a control character or an unpaired surrogate is refused with "
                    + "IllegalArgumentException before any request.",
            "A store that folds or cuts what it cannot hold merges names silently."),
    /** Long names. */
    NAME_3(
            MUST,
            "Names of 200 bytes work, and two that differ in the last byte are two locks.",
            "A key column or node name that is too short cuts them off."),

    /** Unreachable store. */
    ERR_1(
            MUST,
            "An unreachable store is LockUnavailableException or LockOutcomeUnknownException, never 'not acquired'.",
            "A caller who takes an outage for contention waits, or skips work, for the wrong reason."),
    /** Lost reply to an acquire. */
    ERR_2(
            MUST,
            "An acquisition whose reply was lost ends as LockOutcomeUnknownException and is withdrawn: no grant is "
                    + "left behind.",
            "An orphaned grant blocks everybody for a lease."),
    /** Bad arguments. */
    ERR_3(
            MUST,
            "A bad lease, maxHold, wait or retry is an IllegalArgumentException that names the argument, its value "
                    + "and the bound.",
            "The message is all that the reader of a log has."),
    /** Messages. */
    ERR_4(
            MUST,
            "Messages name the lock and the store, and never an owner id.",
            "Who knows the owner id can release the lock."),
    /** Late replies. */
    ERR_5(
            MUST,
            "A late reply is never taken for the answer to a later command.",
            "A connection that is used again after a time-out is one reply behind."),
    /** Acquire that never arrived. */
    ERR_6(
            MUST,
            "An acquisition that was cut off before it reached the store holds nothing, here or there.",
            "Unknown is not success."),
    /** Acquire executed late. */
    ERR_7(
            MUST,
            "An acquisition that the store executes after its client gave up is withdrawn.",
            "A store that was frozen works off its queue when it wakes."),
    /** Limits of acquisitions in an outage. */
    ERR_8(
            MUST,
            "At a store that does not answer a try ends within the request limit, and a wait at most that much after its "
                    + "own limit.",
            "Who states a limit has promised an answer to somebody, and an outage is when it counts."),
    /** Limits of clean-up in an outage. */
    ERR_9(
            MUST,
            "At a store that does not answer a release ends within twice the request limit, and closing the backend "
                    + "within one.",
            "A shutdown that hangs on a dead store is killed half way."),

    /** Local deadline. */
    LOSS_1(
            MUST,
            "A handle turns LOST by its own deadline, without any reply from the store, whatever happens to the wall clock.",
            "A holder that is cut off must stop before others begin."),
    /** Exactly once. */
    LOSS_2(
            MUST,
            "A loss is told exactly once to every consumer, and at once to one that registers later.",
            "A loss that is not told is a corruption; one told twice is an accident in the clean-up."),
    /** The check before a side effect. */
    LOSS_3(
            MUST,
            "ensureHeld passes only while the handle is HELD with at least the asked part of the lease left.",
            "It is the last check before a side effect."),
    /** withLock. */
    LOSS_4(
            MUST,
            "withLock throws LockLostException if the hold was lost while the body ran.",
            "The result of such a body may rest on what others changed meanwhile."),
    /** Uncertainty. */
    LOSS_5(
            MUST,
            "A reported uncertainty makes the handle UNCERTAIN at once, an automatic renewal is then tried at once, "
                    + "and a confirmed one makes the handle HELD again.",
            "A suspended connection is a reason to pause, not to give up."),
    /** Slow listeners. */
    LOSS_6(
            MUST,
            "A listener or consumer that blocks or throws delays neither renewals nor the losses of other locks, nor "
                    + "the news of them.",
            "One slow log appender must not cost every lock of the process."),

    /** Hold count. */
    REENT_1(
            MUST,
            "Only the outermost unlock of a view frees the lock.",
            "Nested code gives back what it took, not what its caller holds."),
    /** Other threads. */
    REENT_2(
            MUST,
            "Another thread neither enters a held view nor unlocks it: IllegalMonitorStateException.",
            "The owner of a Lock is a thread."),
    /** Re-entry after loss. */
    REENT_3(
            MUST,
            "Re-entry after a loss is refused, and unlock then throws LockNotHeldException; afterwards the thread can "
                    + "lock anew.",
            "An owner flag that outlives the lease is worse than no flag."),
    /** Re-entry costs nothing. */
    REENT_4(MUST, "Re-entry keeps the token and does not touch the lease.", "The inner code belongs to the same hold."),
    /** Dead threads. */
    REENT_5(
            MUST,
            "The renewal of a view's hold ends with the thread that owns it.",
            "A dead thread cannot unlock; its lock must not live for ever."),
    /** The contract of Lock. */
    REENT_6(
            MUST,
            "lock() ignores interrupts and keeps the flag, lockInterruptibly() and tryLock(time) obey them, and "
                    + "newCondition() is unsupported.",
            "A view goes wherever a Lock goes, so it keeps that contract."),

    /** All or none. */
    MULTI_1(
            MUST,
            "Several locks are acquired all or none: a try that finds one of them taken leaves the others free at "
                    + "once.",
            "What is left behind of a try that failed blocks others, for nothing."),
    /** Any order. */
    MULTI_2(
            MUST,
            "Callers who ask for overlapping sets, in whatever order, exclude each other and all get on.",
            "Two who each have what the other waits for wait until their limits."),
    /** One limit. */
    MULTI_3(
            MUST,
            "One wait limit counts for all locks of a set, and LockTimeoutException says which of them was taken.",
            "A limit that begins anew with each lock is as many times as long as the caller has said."),
    /** Nobody sits on a lock. */
    MULTI_4(
            MUST,
            "Who waits for one lock of a set keeps nobody from the others for longer than a few seconds.",
            "One lock that is taken for long would close all those that others want together with it."),
    /** A loss of one. */
    MULTI_5(
            MUST,
            "The loss of one lock of a set is the loss of the whole, told once, and the other locks are given "
                    + "back.",
            "The work is done under all of them; under the rest of them it is as wrong as under none."),
    /** A missing answer. */
    MULTI_6(
            MUST,
            "When the store gives no answer for one lock of a set, none of the set stays held.",
            "Nobody has a handle for what was granted and not told."),
    /** Tokens and release of a set. */
    MULTI_7(
            MUST,
            "Each lock of a set has a fencing token of its own, as its store knows it, and the release of a set "
                    + "frees its locks and never those of a later hold.",
            "Each resource compares tokens of its own name; a set is as many locks, not one."),

    /** One request for a set. */
    MULTI_8(
            MUST,
            "With GRANTS_ALL_AT_ONCE one request takes all locks of a set or none, finds its own "
                    + "grants when it is sent again, and each lock of a set is renewed and freed for its own "
                    + "owner alone; without it the locks of a set are shown to be taken one after another.",
            "Whoever counts on a set being taken in one step sees no part of it; whoever has no such "
                    + "store must know."),

    /** Tokens of handles that follow each other. */
    HAND_1(
            MUST,
            "Handles of one client that follow each other by hand-off have tokens that grow, and the next grant of "
                    + "the store, to whichever client, has a greater one than all of them.",
            "A resource that checks tokens must tell the holders of one lock apart, also within a process."),
    /** Former handles. */
    HAND_2(
            MUST,
            "What is done to a handle after its lock was handed over does not touch the handle that has it.",
            "Both stand for one grant of the store, and the former holder still has its handle in hand."),
    /** Bounds. */
    HAND_3(
            MUST,
            "A client hands a lock over at most as often, and for as long, as it was told; then it releases it at the "
                    + "store, for every client.",
            "A client whose threads always want the lock would keep it from all others for ever."),
    /** Losses. */
    HAND_4(
            MUST,
            "A lock that is lost is lost for the handle that has it, told once, and for none that had it before or "
                    + "gets it after.",
            "Who gave the lock back in time did its work under it; who waits for it needs a grant of its own."),
    /** What was asked for. */
    HAND_5(
            MUST,
            "Who asked for another lease than the one before, or for one that nobody renews, gets it of the store, "
                    + "and those behind it do not overtake it.",
            "What is left of somebody else's lease is not what was asked for."),

    /** Grant after release. */
    WAIT_1(MUST, "A waiter is granted the lock after its release.", "A waiter that is forgotten hangs."),
    /** The wait limit. */
    WAIT_2(
            MUST,
            "Waiting ends at its limit and not before, with LockTimeoutException or empty, whatever happens to the "
                    + "wall clock.",
            "The caller has promised an answer to somebody, too."),
    /** No residue. */
    WAIT_3(
            MUST,
            "An interrupted or cancelled waiter leaves nothing behind: no place in the queue, no later grant, and no "
                    + "signal that a release still sets off.",
            "A ghost in the queue blocks those behind it."),
    /** No missed release. */
    WAIT_4(
            MUST,
            "A release between a waiter's look at the store and its rest is not missed; with NOTIFIES_WAITERS its "
                    + "signal comes, and no later look has to make up for it.",
            "This is the classic lost wake-up."),
    /** Local order. */
    WAIT_5(
            MUST,
            "Waiters of one client for one name are served in the order in which they came.",
            "Nobody starves while others come and go."),
    /** One asks for all. */
    WAIT_6(
            SHOULD,
            "Of many waiters of one client for one name, only the first asks the store.",
            "A thousand waiting threads must not become a thousand polling clients."),
    /** Notification. */
    WAIT_7(
            MUST,
            "With NOTIFIES_WAITERS the signal of a release wakes a waiter of another client at once; without it the "
                    + "waiter is served at its next look.",
            "The capability promises latency; its absence must not mean starvation."),
    /** Order between clients. */
    WAIT_8(
            MUST,
            "With FIFO_BETWEEN_CLIENTS a client that comes later does not overtake one that waits; without it "
                    + "overtaking is shown, except where waiting is BLOCKING.",
            "Fairness is a claim like any other."),
    /** Lease of a late waiter. */
    WAIT_9(
            MUST,
            "A waiter that queued for longer than its own lease still gets a full lease.",
            "A lease that runs while its owner queues is over before it begins."),
    /** Async waiting. */
    WAIT_10(
            MUST,
            "Asynchronous waiters hold no threads, unless the backend declares its waiting BLOCKING.",
            "That is what they are for."),
    /** One waiter per release. */
    WAIT_11(
            SHOULD,
            "With FIFO_BETWEEN_CLIENTS a release makes only the next waiter ask the store again.",
            "A hundred waiting clients must not all ask whenever one of them is served."),
    /** The lease to rest for. */
    WAIT_12(
            MUST,
            "Where the holder changed while a client waited, the client is granted the lock once the present holder's "
                    + "lease is over, at most by the fixture's expiryDelay too late, and does not rest until the "
                    + "former holder's would have been.",
            "A lease says how long to rest only as long as its holder has the lock."),

    /** Close and waiters. */
    CLOSE_1(
            MUST,
            "Closing a client ends its waiters with LockUnavailableException.",
            "A shutdown must not hang on those who wait."),
    /** Close and holders. */
    CLOSE_2(
            MUST,
            "Closing a client frees its held locks: each handle turns LOST (CLIENT_CLOSED) and its holder is notified, "
                    + "and then the lock is released at the store.",
            "The next instance should not wait out a lease, and work that goes on must not take the lock for held."),
    /** Closed clients. */
    CLOSE_3(
            MUST,
            "A closed client refuses new work with IllegalStateException, and closing it twice is harmless.",
            "Use after close is a bug of the caller and looks like one."),
    /** Late grants. */
    CLOSE_4(
            MUST,
            "A grant that arrives after the client was closed or the request was cancelled is given back.",
            "Nobody is left to release it."),
    /** The bound of a close. */
    CLOSE_5(
            MUST,
            "When close returns, which is within its bound, no handle is HELD and nothing reaches the store any more, "
                    + "however many locks were held and however slow the store is.",
            "Others limit how long a shutdown may take; what went on behind it would act for nobody."),
    /** The grace of a close. */
    CLOSE_6(
            MUST,
            "While the closeGrace of a close lasts, held locks are renewed and released by their holders as before it, "
                    + "and nothing new is acquired; the close ends what is held after that.",
            "A rolling deploy lets work end before it takes the locks away."),

    /** Events in order. */
    OBS_1(
            MUST,
            "Listeners hear the life of a hold in order: Contended at most once, Acquired, Renewed, and at last Lost "
                    + "or Released; and TimedOut for a wait in vain.",
            "Metrics and logs are built on it."),
    /** Failed releases. */
    OBS_2(
            MUST,
            "A release that the store does not confirm reaches the listeners, also when close() swallowed it.",
            "try-with-resources must not hide that others were inside."),
    /** Inspection. */
    OBS_3(
            MUST,
            "inspect shows the token, the remaining lease and the opted-in hint of a holder, nothing when the lock is "
                    + "free, and never the owner id.",
            "Operators need to see who blocks; nobody may steal from it."),
    /** Only one's own. */
    OBS_4(
            MUST,
            "Listeners hear of their own client's locks only, until they leave, and a listener that throws hurts no "
                    + "other.",
            "Observation must neither leak nor disturb."),
    /** Restart and holders. */
    OBS_5(
            MUST,
            "After its store was killed and started again, a holder learns where it stands: with SURVIVES_RESTART it "
                    + "is still HELD once it renews, without it the hold is told as Lost.",
            "A holder that nobody tells goes on beside the next one."),

    /** A killed process. */
    PROC_1(
            MUST,
            "The lock of a process that is killed goes to another when its lease is over, and not before; with "
                    + "ENDS_WITH_CONNECTION once the store notices.",
            "Crashes must neither block for ever nor let two in."),
    /** A stopped process. */
    PROC_2(
            MUST,
            "A process that was stopped past its lease while it held a lock is told LOST once it goes on, and what is "
                    + "guarded by fencing tokens lets none of its effects through.",
            "No lock service can keep a stopped process from believing; only the resource can."),
    /** Contention between processes. */
    PROC_3(
            MUST,
            "While no process stalls for longer than its lease, processes that contend for a lock lose no update, "
                    + "even without a guard.",
            "One JVM proves little; this is what a distributed lock is for."),
    /** Contention and crashes. */
    PROC_4(
            MUST,
            "Whatever processes are stopped and killed while they contend, the store grants each lock to one owner at "
                    + "a time, and no guarded update is lost.",
            "Faults come when they are least convenient, in the middle of anything."),

    /** A jump of the store's clock. */
    FAULT_1(
            MUST,
            "A held lock stays its holder's when the store's wall clock jumps ahead; without "
                    + "SURVIVES_CLOCK_JUMP the jump is shown to let another client in, with a greater token, and the "
                    + "holder is told at its next renewal.",
            "Whoever sets the clock of a server must know what becomes of the holders."),
    /** A fail-over. */
    FAULT_2(
            MUST,
            "A held lock stays its holder's when its server dies and another takes over; without SURVIVES_FAIL_OVER "
                    + "another client is shown to get in, with a greater token if TOKENS_SURVIVE_DATA_LOSS is "
                    + "declared, and the holder is told at its next renewal.",
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
     * The id as people write it.
     *
     * @return such as {@code ACQ-1}
     */
    public String id() {
        return name().replace('_', '-');
    }

    /**
     * The family the rule belongs to.
     *
     * @return the id's prefix, such as {@code ACQ}
     */
    public String family() {
        return name().substring(0, name().indexOf('_'));
    }

    /**
     * How binding the rule is.
     *
     * @return the obligation
     */
    public Obligation obligation() {
        return obligation;
    }

    /**
     * What must hold.
     *
     * @return one sentence
     */
    public String sentence() {
        return sentence;
    }

    /**
     * Why it must hold.
     *
     * @return one sentence
     */
    public String intent() {
        return intent;
    }

    /**
     * The usual cause when it fails.
     *
     * @return the rest of a sentence that begins with "Look first at"
     */
    public String lookAtFirst() {
        return FirstLook.at(this);
    }
}
