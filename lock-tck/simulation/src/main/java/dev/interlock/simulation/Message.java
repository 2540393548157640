// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.simulation.Steps.What;
import dev.interlock.spi.Attempt;
import java.time.Duration;

/** What a request asks for one lock: its {@link Steps}, from the client to the store and back. */
final class Message {

    /** An answer that says nothing, or none. */
    static final long NONE = -1;

    /** The answer of a store that denies what was asked. */
    static final long NO = 0;

    /** The answer of a store that did what was asked; a grant has its token instead. */
    static final long YES = 1;

    private final Steps steps;
    private final Kind kind;
    private final Attempt attempt;
    private final long leaseNanos;
    private long sentNanos;

    Message(Steps steps, Kind kind, Attempt attempt, Duration lease) {
        this.steps = steps;
        this.kind = kind;
        this.attempt = attempt;
        leaseNanos = lease.toNanos();
    }

    /** What is asked. */
    enum Kind {
        ACQUIRE,
        RENEW,
        RELEASE
    }

    /** It is about to leave the client. */
    void sent() {
        sentNanos = steps.now();
        add(
                switch (kind) {
                    case ACQUIRE -> What.ASKS;
                    case RENEW -> What.RENEWS;
                    case RELEASE -> What.RELEASES;
                },
                0);
    }

    /** The store has executed it. */
    void executed(long answer) {
        if (answer == NONE) {
            return;
        }
        switch (kind) {
            case ACQUIRE -> {
                if (answer > NO) {
                    add(What.GRANTS, answer);
                }
            }
            case RENEW -> add(answer == YES ? What.RENEWED : What.NOT_RENEWED, 0);
            case RELEASE -> add(answer == YES ? What.RELEASED : What.NOT_RELEASED, 0);
        }
    }

    /** The client has an answer, or waits for none any more. */
    void heard(long answer) {
        if (kind == Kind.ACQUIRE && answer > NO) {
            add(What.HEARS_GRANT, answer);
        } else if (kind == Kind.RENEW && answer != NONE) {
            add(answer == YES ? What.HEARS_RENEWED : What.HEARS_NOT_OWNER, 0);
        }
    }

    private void add(What what, long value) {
        steps.add(what, attempt, sentNanos, leaseNanos, value);
    }
}
