// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;

/**
 * The end of a lease at the store, as far as a client can know it. Immutable.
 *
 * @param earliest the store keeps the lock until then at least, by the clock of {@link StandaloneContext#now}
 * @param latest the store keeps it until then at most, unless it is late
 */
record Lease(long earliest, long latest) {

    /** What a store may add when it rounds. */
    private static final Duration UNIT = Duration.ofSeconds(1);

    /** A lease that a step has begun, which has just ended. */
    static Lease from(long sentNanos, Duration lease) {
        return new Lease(sentNanos + lease.toNanos(), StandaloneContext.now() + lease.toNanos());
    }

    /** The later of two ends, for a step that shortens nothing. */
    Lease orLater(Lease other) {
        return new Lease(
                other.earliest - earliest > 0 ? other.earliest : earliest,
                other.latest - latest > 0 ? other.latest : latest);
    }

    /** If it is not known which of two ends it is. */
    Lease orEither(Lease other) {
        return new Lease(
                other.earliest - earliest < 0 ? other.earliest : earliest,
                other.latest - latest > 0 ? other.latest : latest);
    }

    /** The end after a renewal, which may shorten a lease or not. */
    Lease renewedBy(Lease renewal) {
        return new Lease(renewal.earliest, orLater(renewal).latest);
    }

    /** Whether the store may have ended it by now. */
    boolean mayBeOver() {
        return earliest - StandaloneContext.now() <= 0;
    }

    /** Whether the rest that a store told is too long for a request that began at this time. */
    boolean isExceededBy(Duration rest, long began) {
        return rest.minus(UNIT).toNanos() - (latest - began) > 0;
    }

    /** Whether the rest that a store told just now is too short. */
    boolean isMissedBy(Duration rest) {
        return rest.plus(UNIT).toNanos() - (earliest - StandaloneContext.now()) < 0;
    }
}
