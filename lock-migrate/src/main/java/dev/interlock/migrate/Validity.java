// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;

/**
 * How long a store keeps a grant, by the client's clock. Immutable.
 *
 * @param sentNanos its begin, before the request was sent
 * @param lease from then on
 */
record Validity(long sentNanos, Duration lease) {

    static Validity of(Grant grant) {
        return new Validity(grant.sentNanos(), grant.lease());
    }

    static Validity of(RenewOutcome.Renewed renewed) {
        return new Validity(renewed.sentNanos(), renewed.lease());
    }

    /** As long as both last: from the earlier begin to the earlier end. */
    Validity and(Validity other) {
        long begin = sentNanos - other.sentNanos < 0 ? sentNanos : other.sentNanos;
        long end = endNanos() - other.endNanos() < 0 ? endNanos() : other.endNanos();
        return new Validity(begin, Duration.ofNanos(end - begin));
    }

    private long endNanos() {
        return sentNanos + lease.toNanos();
    }

    RenewOutcome renewed() {
        return new RenewOutcome.Renewed(sentNanos, lease);
    }
}
