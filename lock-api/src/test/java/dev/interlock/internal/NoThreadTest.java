// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static dev.interlock.internal.EngineBench.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** A machine that has no thread left for a while. */
class NoThreadTest {

    @Test
    void a_renewal_that_finds_no_thread_does_not_keep_the_loss_at_the_deadline_from_being_told() throws Exception {
        try (EngineBench bench = new EngineBench()) {
            bench.acquire("a");
            ThreadPoolExecutor steady = bench.engine.pools.renewals.steady();
            var threads = steady.getThreadFactory();
            steady.setThreadFactory(task -> {
                throw new OutOfMemoryError("unable to create native thread");
            });
            bench.clock.advance(LEASE.dividedBy(3));
            steady.setThreadFactory(threads);
            bench.clock.advance(LEASE);
            assertThat(bench.kinds("a")).contains("Lost");
        }
    }
}
