// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capabilities;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Rule REN-1 on a store that answers a renewal only when the lease is over. */
class StallingStoreTest {

    private static final Duration LEASE = Duration.ofMillis(300);
    private static final long LIMIT_SECONDS = 30;

    @Test
    void a_store_that_stalls_once_keeps_the_rule() {
        assertThat(outcome(1)).isEqualTo(Outcome.PASSED);
    }

    @Test
    void a_store_that_always_stalls_breaks_it() {
        assertThat(outcome(Integer.MAX_VALUE)).isEqualTo(Outcome.FAILED);
    }

    private static Outcome outcome(int stalls) {
        var results = TckRunner.run(new Stalling(stalls), EnumSet.of(Rule.REN_1), result -> {});
        assertThat(results).hasSize(1);
        return results.get(0).outcome();
    }

    /** Memory with short leases, whose first renewals are answered after another attempt has got the lock. */
    private static final class Stalling extends ForwardingFixture {

        private final AtomicInteger left;
        private volatile CountDownLatch nextGrant = new CountDownLatch(1);

        Stalling(int stalls) {
            super(new MemoryFixture());
            left = new AtomicInteger(stalls);
        }

        @Override
        protected LockBackend decorated(LockBackend backend) {
            return new ForwardingBackend(backend) {

                @Override
                public Capabilities capabilities() {
                    Capabilities memory = super.capabilities();
                    return memory.withLeases(memory.minLease(), LEASE);
                }

                @Override
                protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                    AcquireOutcome outcome = step.get();
                    if (outcome instanceof AcquireOutcome.Granted) {
                        CountDownLatch stalled = nextGrant;
                        nextGrant = new CountDownLatch(1);
                        stalled.countDown();
                    }
                    return outcome;
                }

                @Override
                public RenewOutcome renew(Grant grant, Duration lease) {
                    if (left.getAndDecrement() > 0) {
                        awaitNextGrant();
                    }
                    return super.renew(grant, lease);
                }
            };
        }

        private void awaitNextGrant() {
            try {
                assertThat(nextGrant.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError("no renewal is interrupted", e);
            }
        }
    }
}
