// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.internal.machine.LossThreads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An appender that takes no line any more, as that of a container whose stderr is not read. */
class BlockedLogTest {

    private static final Duration LEASE = Duration.ofSeconds(2);

    /** Three for each lease. */
    private static final int RENEWALS_OF_SEVERAL_LEASES = 9;

    private final ThreadGate gate = new ThreadGate();
    private final ThreadGate consumers = new ThreadGate();

    @Test
    void the_locks_of_another_client_outlive_several_leases() throws InterruptedException {
        AtomicInteger renewals = new AtomicInteger();
        ScriptedBackend failing = new ScriptedBackend();
        try (LinesOf log = new LinesOf("dev.interlock.internal.machine.LossThreads", "consumers of losses are stuck");
                LockClient healthy = LockClient.connect("memory:BlockedLogTest");
                LockClient failed = LockClient.using(failing, ClientOptions.STANDARD)) {
            log.beforeEach(gate::pass);
            healthy.addListener(event -> {
                if (event instanceof LockEvent.Renewed) {
                    renewals.incrementAndGet();
                }
            });
            LockHandle held = healthy.lock("a")
                    .acquire(AcquireOptions.waitAtMost(Duration.ZERO).withLease(LEASE));
            loseWithStuckConsumers(failed, failing);
            await().atMost(Duration.ofMinutes(1)).until(gate::isReached);
            int before = renewals.get();
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            renewals.get() - before >= RENEWALS_OF_SEVERAL_LEASES || held.state() == HandleState.LOST);
            assertThat(held.state()).isEqualTo(HandleState.HELD);
            assertThat(log.all()).as("lines that got through").isEmpty();
        } finally {
            gate.open();
            consumers.open();
        }
    }

    /** The timer thread of the process sees that they are stuck, and a warning is to be written. */
    private void loseWithStuckConsumers(LockClient client, ScriptedBackend backend) throws InterruptedException {
        LockHandle lost = client.lock("b").acquire(AcquireOptions.waitAtMost(Duration.ZERO));
        for (int i = 0; i <= LossThreads.FEW; i++) {
            lost.onLost(loss -> consumers.pass(), Runnable::run);
        }
        backend.context.reportLost(backend.idOf(0), "session ended");
    }
}
