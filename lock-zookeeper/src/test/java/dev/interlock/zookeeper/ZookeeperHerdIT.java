// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A hundred clients with a session each wait for one lock. */
class ZookeeperHerdIT {

    private static final int CLIENTS = 100;
    private static final int RELEASES = 5;

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void a_release_wakes_exactly_one_of_a_hundred_clients() throws Exception {
        List<LockClient> clients = new ArrayList<>();
        try (ZookeeperServer server = ZookeeperServer.start()) {
            String uri = "zookeeper://" + server.connectString();
            try (LockClient first = LockClient.connect(uri)) {
                LockHandle held = first.lock("herd").tryAcquire().orElseThrow();
                List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
                for (int i = 1; i <= CLIENTS; i++) {
                    LockClient client = LockClient.using(counting(uri), ClientOptions.STANDARD);
                    clients.add(client);
                    waits.add(client.lock("herd").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(2))));
                    int expected = i;
                    await().until(() -> looks.get() == expected);
                }
                for (int i = 0; i < RELEASES; i++) {
                    looks.set(0);
                    held.release();
                    held = waits.get(i).get();
                    // Another one would have been woken by the same change, and so have looked by now or soon.
                    await().during(Duration.ofMillis(100)).until(() -> looks.get() == 1);
                    assertThat(waits.stream().filter(CompletableFuture::isDone)).hasSize(i + 1);
                }
                waits.forEach(wait -> wait.cancel(true));
                held.release();
            } finally {
                clients.parallelStream().forEach(LockClient::close);
            }
        }
    }

    /** Counts its looks; none of them is made only because time passed. */
    private ForwardingBackend counting(String uri) {
        LockSettings settings = LockSettings.of(uri).withOption("pollFallback", "10m");
        return new ForwardingBackend(new ZookeeperLockBackendProvider().open(settings)) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, step);
                looks.incrementAndGet();
                return outcome;
            }
        };
    }
}
