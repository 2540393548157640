// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A rule about handles of one client that follow each other by hand-off. */
abstract class HandOffRuleTest extends InstrumentedRuleTest {

    /** Longer than a rule runs. */
    static final Duration LONG_ENOUGH = HandOff.MAX_WITHIN;

    final LockClient client(InterceptedBackend backend, HandOff handOff) {
        return client(backend, ClientOptions.STANDARD.withHandOff(handOff));
    }

    /** Waiters of one client in the order of their arrival, behind a holder of the same client that then releases. */
    final List<CompletableFuture<LockHandle>> waiters(LockClient client, String name, int count) throws Exception {
        return waiters(client, name, Collections.nCopies(count, waiting(LONG)));
    }

    /** The same with options for each waiter. */
    final List<CompletableFuture<LockHandle>> waiters(LockClient client, String name, List<AcquireOptions> options)
            throws Exception {
        LockHandle alone = hold(client, name, renewed(longLease()));
        List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
        for (AcquireOptions each : options) {
            waiters.add(client.lock(name).acquireAsync(each));
        }
        alone.release();
        return waiters;
    }

    final LockHandle next(CompletableFuture<LockHandle> waiter) throws Exception {
        return granted("the next waiter's acquisition", waiter);
    }
}
