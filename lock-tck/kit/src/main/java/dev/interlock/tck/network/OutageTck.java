// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.network;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * How long each call takes with the default options, at a real server that is stopped, and at a port that accepts and
 * never answers. A backend's test extends this class in the module of the backend. Rules ERR-8 and ERR-9 of the kit
 * check the same limits with other options.
 */
public abstract class OutageTck {

    /** The default of the option {@code timeout}, which is the same on each store. */
    private static final Duration REQUEST = Duration.ofSeconds(2);

    /** The default of {@code connectTimeout}. */
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** The longest time that closing a client takes before it closes its backend. */
    private static final Duration CLOSE = Duration.ofSeconds(10);

    /** Generous, for a loaded machine. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    /** For subclasses. */
    protected OutageTck() {}

    /**
     * Opens a client of the store with the default options.
     *
     * @return a new client, closed by the test
     */
    protected abstract LockClient client();

    /**
     * Opens a client of the server at a port, with the default options.
     *
     * @param port of 127.0.0.1
     * @return never, if no server answers there
     */
    protected abstract LockClient client(int port);

    /** Stops the server. It keeps its connections and does not answer. */
    protected abstract void freeze();

    /** Lets the server go on. */
    protected abstract void thaw();

    /**
     * Returns a name that no other client uses.
     *
     * @return a new name for each call
     */
    protected abstract String name();

    @Test
    @DisplayName("N15: tries, waits, releases and closes end within their limits at a server that is frozen")
    void everything_ends_within_its_limit_at_a_frozen_server() throws Exception {
        LockClient client = client();
        LockClient idle = client();
        idle.lock(name()).tryAcquire().orElseThrow().release();
        DistributedLock lock = client.lock(name());
        LockHandle held = client.lock(name()).tryAcquire().orElseThrow();
        LockHandle kept = client.lock(name()).tryAcquire().orElseThrow();
        AcquireOptions waiting = AcquireOptions.waitAtMost(Duration.ofSeconds(1));
        freeze();
        try {
            assertWithin(REQUEST, "tryAcquire", () -> assertThrows(LockException.class, lock::tryAcquire));
            assertWithin(
                    REQUEST.plusSeconds(1),
                    "a wait of 1 s",
                    () -> assertThrows(LockException.class, () -> lock.acquire(waiting)));
            assertWithin(
                    REQUEST,
                    "tryLock",
                    () -> assertThrows(
                            LockException.class, () -> lock.asLock(waiting).tryLock()));
            assertWithin(REQUEST.multipliedBy(2), "a release", held::release);
            assertWithin(REQUEST, "closing a client without holds", idle::close);
            assertWithin(CLOSE.plus(REQUEST), "closing a client that holds " + kept.lockName(), client::close);
        } finally {
            thaw();
        }
    }

    @Test
    @DisplayName("N16: a start ends within its limit at a port that accepts and never answers")
    void a_start_ends_within_its_limit_at_a_silent_port() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertWithin(
                    CONNECT.plus(REQUEST),
                    "a start",
                    () -> assertThrows(LockUnavailableException.class, () -> client(silent.getLocalPort())));
        }
    }

    private static void assertWithin(Duration limit, String what, Executable step) {
        long start = System.nanoTime();
        try {
            step.execute();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(
                taken.compareTo(limit.plus(SLACK)) <= 0,
                what + " took " + taken.toMillis() + " ms and may take " + limit.toMillis() + " ms");
    }
}
