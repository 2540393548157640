// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.Renewal;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A caller that learned of a loss may ask for the lock again at once, however far the clean-up of the lost hold is. */
class AskAgainAfterALossTest {

    private final ManualClock time = new ManualClock();
    private final ScriptedBackend backend = new ScriptedBackend();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Queue<Optional<LockHandle>> again = new ConcurrentLinkedQueue<>();
    private Runnable whileCleaningUp = () -> {};

    @Test
    void a_try_that_saw_the_loss_asks_the_store() throws InterruptedException {
        try (LockClient client = client()) {
            LockHandle handle = client.lock("a").acquire(EngineBench.ONCE.withRenewal(Renewal.NONE));
            whileCleaningUp = () -> {
                assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO)).isInstanceOf(LockLostException.class);
                again.add(client.lock("a").tryAcquire());
            };
            time.advance(EngineBench.LEASE);
            assertThat(again).hasSize(1);
            assertThat(again.remove()).as("not held in this client").isPresent();
            assertThat(backend.acquired).hasSize(2);
        }
    }

    private LockClient client() {
        return LockClient.using(backend, ClientOptions.STANDARD.withClock(new InterruptedCleanUp()));
    }

    /** Cleaning up after a hold looks at the clock, once its loss can be seen: others run in the middle of it here. */
    private final class InterruptedCleanUp implements LockClock {

        @Override
        public long nanoTime() {
            if (StackWalker.getInstance().walk(frames -> frames.anyMatch(InterruptedCleanUp::cleansUp))
                    && asked.compareAndSet(false, true)) {
                whileCleaningUp.run();
            }
            return time.nanoTime();
        }

        private static boolean cleansUp(StackWalker.StackFrame frame) {
            return frame.getMethodName().equals("compensateIfNeeded");
        }

        @Override
        public long wallMillis() {
            return time.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return time.schedule(delayNanos, task);
        }
    }
}
