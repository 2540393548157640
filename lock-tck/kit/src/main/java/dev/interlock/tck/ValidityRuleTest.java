// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** A rule about how long holders believe: never longer than the store keeps others out. */
abstract class ValidityRuleTest extends ClientRuleTest {

    private static final Duration LEAST_LATENCY = Duration.ofMillis(100);

    /** How late replies are: much against the margin of a client, little against the limit of a step with requests. */
    static Duration latency(FaultLink link) {
        Duration part = link.replyTimeout().dividedBy(12);
        return part.compareTo(LEAST_LATENCY) < 0 ? LEAST_LATENCY : part;
    }

    /** A lease in which a latency counts, and that is long enough for several. */
    final Duration leaseOver(Duration latency) {
        return leaseOf(latency.multipliedBy(10));
    }

    /** One acquisition on a link that may be too slow for it. */
    static Optional<LockHandle> acquiredIfNoError(LockClient client, String name, Duration lease, Duration wait)
            throws InterruptedException {
        try {
            return client.lock(name).tryAcquire(unrenewed(lease).withMaxWait(wait));
        } catch (LockException e) {
            return Optional.empty();
        }
    }

    /** Another client gets each lock in the end, and never while its holder believes. */
    final void requireNobodyInBefore(Map<LockHandle, Duration> held) {
        LockClient other = client();
        Duration longest = Collections.max(held.values());
        await(
                "locks are granted after leases of " + held.values(),
                () -> {
                    for (Map.Entry<LockHandle, Duration> each :
                            Map.copyOf(held).entrySet()) {
                        if (isGrantedAfter(each.getKey(), each.getValue(), other)) {
                            held.remove(each.getKey());
                        }
                    }
                    return held.isEmpty();
                },
                endOf(longest));
    }

    private boolean isGrantedAfter(LockHandle handle, Duration lease, LockClient other) throws InterruptedException {
        String name = handle.lockName();
        boolean granted = tryAcquire(other, name, unrenewed(longLease())).isPresent();
        Duration left = handle.remaining();
        require(!granted || left.isZero(), "'{}' was granted while its holder had {} of {} left", name, left, lease);
        return granted;
    }
}
