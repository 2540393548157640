// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rule of CLOSE about a store that is too slow for the number of locks that a client holds. */
abstract class CloseBoundRules extends InstrumentedRuleTest {

    /** More than the client has threads. */
    private static final int MANY = 12;

    private static final int FEW_THREADS = 2;
    private static final Duration BOUND = Duration.ofMillis(500);

    /** Long enough to see a client that goes on after its close, even on a busy machine. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    @Test
    @Proves(Rule.CLOSE_5)
    void CLOSE_5_a_close_with_many_locks_in_a_store_that_hangs_ends_in_time_and_for_good() throws Exception {
        InterceptedBackend backend = intercepted();
        ClientOptions options =
                ClientOptions.STANDARD.withRenewalThreads(FEW_THREADS).withCloseTimeout(BOUND);
        LockClient client = client(backend, options);
        StepGate hanging = gate();
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            handles.add(hold(client, name(), renewed(longLease())));
        }
        backend.onRelease(hanging::before);
        Stopwatch watch = new Stopwatch();
        Future<?> closing = start(() -> {
            client.close();
            return null;
        });
        join("a close that may take " + BOUND.toMillis() + " ms", closing, BOUND.plus(patience()));
        long taken = watch.elapsed().toMillis();
        int asked = hanging.arrivals();
        for (LockHandle handle : handles) {
            HandleState state = handle.state();
            require(
                    state == HandleState.LOST || state == HandleState.RELEASED,
                    "'{}' is {} after its client was closed",
                    handle.lockName(),
                    state);
            thrown(LockLostException.class, "ensureHeld after the close", () -> handle.ensureHeld(Duration.ZERO));
        }
        hanging.open();
        never("the store is asked for something after the close", () -> hanging.arrivals() > asked, LOOK);
        evidence("closed in {} ms with {} locks of which the store confirmed none", taken, MANY);
    }
}
