// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A store in memory that grants a lock, and whose reply to the client waits until the test lets it go. */
final class HeldBackGrants extends ForwardingBackend {

    private final CountDownLatch granted = new CountDownLatch(1);
    private final CountDownLatch replies = new CountDownLatch(1);

    HeldBackGrants() {
        super(new MemoryStore().backend());
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        AcquireOutcome outcome = step.get();
        granted.countDown();
        await(replies);
        return outcome;
    }

    void awaitGrant() {
        await(granted);
    }

    void reply() {
        replies.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
