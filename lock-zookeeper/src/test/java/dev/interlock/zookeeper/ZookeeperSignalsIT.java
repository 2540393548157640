// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Framing;
import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.ZookeeperFraming;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Row N11: the server's events do not arrive, while requests and replies do. */
class ZookeeperSignalsIT {

    /** The xid of events (class comment of {@link ZookeeperFraming}). */
    private static final String EVENT = "-1";

    /** For a machine that is ten times slower. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicInteger swallowed = new AtomicInteger();

    /** Its own look would come after the limit of its wait. */
    @Test
    void a_waiter_is_woken_by_the_event_and_does_not_look_for_itself() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                LockClient client = LockClient.connect("zookeeper://" + server.connectString());
                LockClient other = LockClient.connect(
                        LockSettings.of("zookeeper://" + server.connectString()).withOption("pollFallback", "10m"))) {
            LockHandle held = client.lock("woken").tryAcquire().orElseThrow();
            CompletableFuture<LockHandle> wait = waiting(other, "woken", PATIENCE);
            held.release();
            wait.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS).release();
        }
    }

    /** One that has contended: it has its watch by then. */
    private static CompletableFuture<LockHandle> waiting(LockClient client, String name, Duration limit)
            throws Exception {
        CompletableFuture<Void> contended = new CompletableFuture<>();
        client.addListener(event -> {
            if (event instanceof LockEvent.Contended) {
                contended.complete(null);
            }
        });
        CompletableFuture<LockHandle> wait = client.lock(name).acquireAsync(AcquireOptions.waitAtMost(limit));
        contended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return wait;
    }

    @Test
    @DisplayName("N11: waiters look for themselves while no event arrives")
    void while_no_event_arrives_waiters_look_for_themselves() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                GateProxy proxy = new GateProxy(server.host(), server.port(), WithoutEvents::new);
                LockClient signalled = LockClient.connect("zookeeper://" + server.connectString());
                LockClient deaf = LockClient.connect(
                        LockSettings.of("zookeeper://127.0.0.1:" + proxy.port()).withOption("pollFallback", "200ms"))) {
            LockHandle held = signalled.lock("n11").tryAcquire().orElseThrow();
            // Less than what waiters wait for where the option does not count.
            Duration limit = ZookeeperLockOptions.STANDARD.pollFallback().minusSeconds(5);
            CompletableFuture<LockHandle> wait = waiting(deaf, "n11", limit);
            held.release();
            wait.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).release();
            assertThat(swallowed).as("events of the release").hasValueGreaterThan(0);
        }
    }

    /** Keeps every watch event from the client. */
    private final class WithoutEvents implements Framing {

        private final ZookeeperFraming whole = new ZookeeperFraming();

        @Override
        public @Nullable Message readRequest(InputStream in) throws IOException {
            return whole.readRequest(in);
        }

        @Override
        public @Nullable Message readReply(InputStream in) throws IOException {
            Message reply = whole.readReply(in);
            while (reply != null && isEvent(reply)) {
                swallowed.incrementAndGet();
                reply = whole.readReply(in);
            }
            return reply;
        }

        private boolean isEvent(Message reply) {
            return reply.name().equals("reply") && reply.arguments().get(0).equals(EVENT);
        }

        @Override
        public Pairing pair(@Nullable Message oldest, Message reply) {
            return whole.pair(oldest, reply);
        }
    }
}
