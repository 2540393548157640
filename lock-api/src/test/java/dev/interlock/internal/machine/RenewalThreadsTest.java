// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.internal.client.ThreadGate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order in which renewals get threads. */
class RenewalThreadsTest {

    private final RenewalThreads threads = new RenewalThreads(2, Machine.under(null));
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void shutdown() {
        threads.shutdown();
    }

    private void add(String name, long endNanos, int troubles) {
        threads.execute(() -> done.add(name), endNanos, troubles);
    }

    @Test
    void the_hold_whose_lease_ends_first_is_renewed_first_also_where_the_clock_wraps() throws Exception {
        ThreadGate gate = new ThreadGate();
        threads.execute(gate::pass, 0, 0);
        gate.awaitReached();
        add("last", Long.MIN_VALUE + 10, 0);
        add("first", Long.MAX_VALUE - 10, 0);
        add("second", Long.MAX_VALUE, 0);
        add("third", Long.MAX_VALUE, 0);
        gate.open();
        await().until(() -> done.size() == 4);
        assertThat(done).containsExactly("first", "second", "third", "last");
    }

    @Test
    void of_those_in_trouble_the_one_that_failed_least_often_is_first() throws Exception {
        ThreadGate gate = new ThreadGate();
        threads.execute(gate::pass, 0, 1);
        gate.awaitReached();
        add("hangs", 10, 5);
        add("failed once", 30, 1);
        add("failed once, ends sooner", 20, 1);
        add("well", 40, 0);
        await().until(() -> done.contains("well"));
        gate.open();
        await().until(() -> done.size() == 4);
        assertThat(done).containsExactly("well", "failed once, ends sooner", "failed once", "hangs");
    }
}
