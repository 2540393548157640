// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What a backend author supplies: ways to open backends on one store, and, where possible, hooks into that store and
 * into the link to it. A hook that is missing makes the rules that need it end as {@link Outcome#NOT_EXERCISED}, never
 * as passed.
 */
public interface LockFixture {

    /**
     * Opens a backend that shares nothing with earlier ones but the store: another process could have it.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * What the rules run on, for reports.
     *
     * @return such as {@code redis 7.0.15 at 127.0.0.1:6379}
     */
    String description();

    /**
     * Opens a client of its own.
     *
     * @param options what does not depend on the store
     * @return a client, closed by the rule
     */
    default LockClient open(ClientOptions options) {
        return open(openBackend(), options);
    }

    /**
     * Makes a client over a backend that the rule has wrapped or taken from a {@link FaultLink}.
     *
     * @param backend a backend that was not started
     * @param options what does not depend on the store
     * @return a client, closed by the rule
     */
    default LockClient open(LockBackend backend, ClientOptions options) {
        return LockClient.using(backend, options);
    }

    /**
     * A lock name that no other rule uses.
     *
     * @return a short name of plain characters
     */
    default String uniqueName() {
        return "tck-" + UUID.randomUUID().toString().substring(0, 13);
    }

    /**
     * How long rules wait for what must happen: generous, since only a broken backend uses it up.
     *
     * @return 5 s; to be overridden for a store that is slower
     */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /**
     * How long after its end the store may keep a lock that nobody renewed: until it looks for such locks again, until
     * its rounded lease is over too, or until it notices that a client is gone. Whoever waits for a crashed holder waits
     * for that, so it is declared, and rules that wait for the end of a lease allow this much, and {@link #patience}
     * for the machine (rule EXP-1).
     *
     * @return zero; to be overridden for a store that is later
     */
    default Duration expiryDelay() {
        return Duration.ZERO;
    }

    /**
     * A lease that does not end while a rule runs, and that the store can keep.
     *
     * @return 30 s; to be overridden for a store whose longest lease is shorter
     */
    default Duration longLease() {
        return Duration.ofSeconds(30);
    }

    /**
     * Direct access to the store.
     *
     * @return the hooks, or empty if there are none
     */
    default Optional<StoreHooks> storeHooks() {
        return Optional.empty();
    }

    /**
     * A way to kill the store's process and start it again on the same data; it returns when the store serves again.
     *
     * @return the hook, or empty if there is none
     */
    default Optional<Runnable> restart() {
        return Optional.empty();
    }

    /**
     * A lease that outlasts a {@link #restart}, with the way back to the store: how long a store takes to start is the
     * machine's business, and a holder whose lease ends meanwhile has rightly lost the lock.
     *
     * @return {@link #longLease} unless that is too short
     */
    default Duration restartLease() {
        return longLease();
    }

    /**
     * Opens a backend that keeps a lock for {@link #restartLease}.
     *
     * @return a backend that was not started
     */
    default LockBackend openForRestart() {
        return openBackend();
    }

    /**
     * A second way to the store, with gates in it: {@link dev.interlock.tck.network.ProxyFaultLink} where it is a
     * network, else {@link dev.interlock.tck.memory.GatedLink}. Every call gives a fresh link; the rule closes it.
     *
     * @return the link, or empty if there is none
     */
    default Optional<FaultLink> link() {
        return Optional.empty();
    }

    /**
     * A store like this one, with a wall clock that can be set. Every call starts a fresh one; the rule closes it. A
     * {@link org.opentest4j.TestAbortedException} says why there is none on this machine.
     *
     * @return the store, or empty if its clock cannot be set
     */
    default Optional<StoreWallClock> wallClock() {
        return Optional.empty();
    }

    /**
     * A store like this one, with another server that takes over. Every call starts a fresh one; the rule closes it. A
     * {@link org.opentest4j.TestAbortedException} says why there is none on this machine.
     *
     * @return the store, or empty if nothing is known of what takes over
     */
    default Optional<FailOver> failOver() {
        return Optional.empty();
    }

    /**
     * How processes of their own become clients of the store. Every call gives a fresh access; the rule closes it.
     *
     * @return the access, or empty if only this JVM reaches the store
     */
    default Optional<ProcessAccess> processes() {
        return Optional.empty();
    }
}
