// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.network.NetworkTck;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Delays, and pieces of messages, on the way to a real Redis; and a path of signals that is cut while all else works.
 */
class RedisNetworkIT extends NetworkTck {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected GateProxy proxy() {
        return GateProxy.redis(server.host(), server.port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect(LockSettings.of(server.uriThrough(port))
                .withOption("timeout", "10s")
                .withOption("pollFallback", "1s"));
    }

    @Override
    protected LockClient client() {
        return client(server.port());
    }

    @Override
    protected Predicate<Message> requests(RequestKind step) {
        return RedisSteps.SCRIPTS.of(step);
    }

    @Override
    protected String name() {
        return new RedisFixture(server).uniqueName();
    }

    @Override
    protected Duration lease() {
        return Duration.ofSeconds(4);
    }

    @Test
    @DisplayName(
            "N11: a waiter whose signals are cut, and cannot be subscribed to again, still gets the lock by polling")
    void a_waiter_without_signals_gets_the_lock() throws Exception {
        String name = name();
        try (GateProxy proxy = proxy();
                LockClient holder = client();
                LockClient waiter = client(proxy.port())) {
            LockHandle held = holder.lock(name).tryAcquire().orElseThrow();
            CompletableFuture<LockHandle> waiting = CompletableFuture.supplyAsync(() -> acquired(waiter, name));
            // From here on no message of the store comes unasked, and no client can subscribe.
            await().until(() -> proxy.endThoseThatSent("SUBSCRIBE", ConnectionEnding.SILENCE) > 0);
            proxy.onRequest(Message.named("SUBSCRIBE")).always().dropRequest(ConnectionEnding.RESET);
            held.release();
            waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS).release();
        }
    }

    private static LockHandle acquired(LockClient client, String name) {
        try {
            return client.lock(name).acquire(AcquireOptions.waitAtMost(LIMIT));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
