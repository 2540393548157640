// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import dev.interlock.LockEvent;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.time.Duration;

/** How the span of a wait ends. */
final class AcquireSpan {

    private static final double NANOS = 1e9;

    private AcquireSpan() {}

    static void end(Span wait, LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired) {
            wait.setAttribute(LockAttributes.FENCING_TOKEN, acquired.fencingToken());
            end(wait, "acquired", acquired.waited());
        } else if (event instanceof LockEvent.Taken taken) {
            end(wait, "taken", taken.waited());
        } else if (event instanceof LockEvent.TimedOut timedOut) {
            end(wait, "timed_out", timedOut.waited());
        } else if (event instanceof LockEvent.Cancelled cancelled) {
            end(wait, "cancelled", cancelled.waited());
        } else if (event instanceof LockEvent.Unavailable unavailable) {
            fail(wait, "unavailable", unavailable.reason());
        } else if (event instanceof LockEvent.OutcomeUnknown unknown) {
            fail(wait, "unknown", unknown.reason());
        } else {
            wait.end();
        }
    }

    private static void end(Span wait, String outcome, Duration waited) {
        wait.setAttribute(LockAttributes.OUTCOME, outcome);
        wait.setAttribute(LockAttributes.WAITED, seconds(waited));
        wait.end();
    }

    private static void fail(Span wait, String outcome, String reason) {
        wait.setAttribute(LockAttributes.OUTCOME, outcome);
        wait.setStatus(StatusCode.ERROR, reason);
        wait.end();
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
