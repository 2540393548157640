// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.Renewal;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Faults of {@code docs/faults.md} that need parts of messages or delays, and so a real connection. A backend's test
 * extends this class in the module of the backend. Fault N8 is rule ERR-5 of the kit.
 */
public abstract class NetworkTck extends InterruptedStepTests {

    /** Less than the shortest reply of any store. */
    private static final int FIRST_BYTES = 6;

    /** So many that some renewals travel together. */
    private static final int HOLDS = 20;

    /** For subclasses. */
    protected NetworkTck() {}

    /**
     * Returns a short lease that the store can keep.
     *
     * @return the lease; the same for all tests
     */
    protected abstract Duration lease();

    @Test
    @DisplayName("C8: holders whose renewals all hang are told LOST by their own clock")
    void holders_whose_renewals_hang_are_told_lost_and_hold_no_longer() throws InterruptedException {
        List<LockHandle> held = new ArrayList<>();
        List<LockHandle> told = new CopyOnWriteArrayList<>();
        for (int i = 0; i < HOLDS; i++) {
            LockHandle handle =
                    client.lock(name()).tryAcquire(leased(Renewal.AUTO)).orElseThrow();
            held.add(handle);
            handle.onLost(lost -> told.add(handle), Runnable::run);
        }
        // Only now: on ZooKeeper all requests share a connection, so a reply that is held would hold the grants as
        // well.
        Gate gate = proxy.onRequest(requests(RequestKind.RENEW)).always().holdReply();
        gate.awaitReached(LIMIT);
        await(
                "nothing of any lease is left",
                () -> held.stream().allMatch(handle -> handle.remaining().isZero()));
        for (LockHandle handle : held) {
            assertEquals(HandleState.LOST, handle.state());
            assertThrows(LockLostException.class, () -> handle.ensureHeld(Duration.ZERO));
        }
        await("each loss is reported", () -> told.size() == held.size());
    }

    @Test
    @DisplayName("N9: half a reply and a reset is unknown, leaves no grant, and its connection is not used again")
    void half_a_reply_is_unknown_and_its_connection_goes() throws InterruptedException {
        String name = name();
        long connections = proxy.connectionsOpened();
        Gate gate = proxy.onRequest(requests(RequestKind.ACQUIRE)).truncateReply(FIRST_BYTES, ConnectionEnding.RESET);
        assertThrows(LockOutcomeUnknownException.class, () -> client.lock(name).tryAcquire(leased(Renewal.NONE)));
        gate.awaitReached(LIMIT);
        await(
                "the lock is free for another",
                () -> other.lock(name).tryAcquire().isPresent());
        await("the client works again", () -> tryAcquire(name()).isPresent());
        assertTrue(proxy.connectionsOpened() > connections, "the connection was used again");
    }

    @Test
    @DisplayName("N9: a reply in two pieces is a reply")
    void a_reply_in_two_pieces_is_a_reply() throws InterruptedException {
        String name = name();
        Gate gate = proxy.onRequest(requests(RequestKind.ACQUIRE)).splitReply(FIRST_BYTES);
        CompletableFuture<Boolean> granted = CompletableFuture.supplyAsync(
                () -> asked(name).isPresent(), caller -> new Thread(caller, "network-tck-caller").start());
        gate.awaitReached(LIMIT);
        assertFalse(granted.isDone());
        gate.open();
        assertTrue(granted.join());
    }

    @Test
    @DisplayName("N10: a request and its reply that take 0.8 of the lease each give no handle, and no grant is left")
    void delays_that_are_longer_than_the_lease_give_no_handle() throws InterruptedException {
        String name = name();
        Duration delay = lease().multipliedBy(8).dividedBy(10);
        Gate gate = proxy.onRequest(requests(RequestKind.ACQUIRE)).delay(delay, delay);
        assertEquals(Optional.empty(), tryAcquire(name));
        assertTrue(gate.timesMet() > 0, "no request was delayed");
        await(
                "the lock is free for another",
                () -> other.lock(name).tryAcquire().isPresent());
    }

    @Test
    @DisplayName(
            "N10: delays within the lease leave the holder less of it, and no other client is granted the lock meanwhile")
    void delays_within_the_lease_shorten_the_validity() throws InterruptedException {
        String name = name();
        Duration delay = lease().dividedBy(10);
        Gate gate = proxy.onRequest(requests(RequestKind.ACQUIRE)).delay(delay, delay);
        LockHandle held = tryAcquire(name).orElseThrow();
        Duration left = held.remaining();
        gate.awaitReached(LIMIT);
        Duration most = lease().minus(delay.multipliedBy(2));
        assertTrue(left.compareTo(Duration.ZERO) > 0 && left.compareTo(most) <= 0, left + " is not in 0 to " + most);
        LockHandle next = other.lock(name).acquire(AcquireOptions.waitAtMost(LIMIT));
        assertEquals(Duration.ZERO, held.remaining());
        assertTrue(next.fencingToken() > held.fencingToken(), next + " has no greater token than " + held);
    }

    private AcquireOptions leased(Renewal renewal) {
        return AcquireOptions.waitAtMost(Duration.ZERO).withLease(lease()).withRenewal(renewal);
    }

    /** Tries to acquire. Empty after a failure, or if the lease was over when the reply came. */
    private Optional<LockHandle> tryAcquire(String name) {
        try {
            return asked(name);
        } catch (LockUnavailableException | LockOutcomeUnknownException e) {
            return Optional.empty();
        }
    }

    private Optional<LockHandle> asked(String name) {
        try {
            return client.lock(name).tryAcquire(leased(Renewal.NONE));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
