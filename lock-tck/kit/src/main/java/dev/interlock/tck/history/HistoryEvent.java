// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;

/**
 * One line of a history. Immutable.
 *
 * @param nanos {@link System#nanoTime} of the writer: all processes of a history run on one host
 * @param process the name of the writer. A process that was started again has a new name;
 *     {@value HistoryWriter#NEMESIS} injects faults
 * @param op the number of the operation, unique within its process
 * @param phase the part of the operation
 * @param action the subject
 * @param lock the lock or the resource; empty if the event concerns all of them
 * @param owner the attempt that owns or wants the lock; of an injected fault, the owner or process that was hit, empty
 *     for all
 * @param token the first fencing token, 0 if there is none
 * @param tokens how many consecutive tokens were granted, 0 if there is none
 * @param promiseNanos how long the store promises to grant the lock to no other owner; of an invoke, the lease that was
 *     asked for; of a belief, how long it is valid from now, 0 if it is valid until a notification
 * @param share how much of the lock it concerns; of an exclusive lock, the only unit
 * @param detail a text for people, or {@link Action#CONTENDED}
 */
public record HistoryEvent(
        long nanos,
        String process,
        long op,
        Phase phase,
        Action action,
        String lock,
        String owner,
        long token,
        int tokens,
        long promiseNanos,
        Share share,
        String detail) {

    /** An event of an exclusive lock. */
    public HistoryEvent(
            long nanos,
            String process,
            long op,
            Phase phase,
            Action action,
            String lock,
            String owner,
            long token,
            int tokens,
            long promiseNanos,
            String detail) {
        this(nanos, process, op, phase, action, lock, owner, token, tokens, promiseNanos, LockPart.EXCLUSIVE, detail);
    }

    /** Checks the numbers. */
    public HistoryEvent {
        if (process.isEmpty()) {
            throw new IllegalArgumentException("an event needs the name of its process");
        }
        if (token < 0 || tokens < 0 || (token == 0) != (tokens == 0) || token > Long.MAX_VALUE - tokens) {
            throw new IllegalArgumentException(tokens + " tokens from " + token + " is not a block of tokens");
        }
        if (promiseNanos < 0) {
            throw new IllegalArgumentException("a promise must be >= 0 ns but was " + promiseNanos);
        }
    }

    /** The same operation at a later moment. */
    HistoryEvent later(long at, Phase newPhase, long newToken, int newTokens, long newPromiseNanos, String newDetail) {
        return new HistoryEvent(
                at, process, op, newPhase, action, lock, owner, newToken, newTokens, newPromiseNanos, share, newDetail);
    }
}
