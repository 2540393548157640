// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A fixture: the part of the kit that a backend author supplies. It opens backends on one store and, where possible,
 * offers hooks into the store and into the link to it. Without a hook, the rules that need it end as
 * {@link dev.interlock.tck.runner.Outcome#NOT_EXERCISED}, never as passed.
 */
public interface LockFixture {

    /**
     * Opens a backend that shares only the store with earlier backends, as if it were in another process.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * Returns a description of the store, for reports.
     *
     * @return such as {@code redis 7.0.15 at 127.0.0.1:6379}
     */
    String description();

    /**
     * Opens a client on a new backend.
     *
     * @param options the options that do not depend on the store
     * @return a client, closed by the rule
     */
    default LockClient open(ClientOptions options) {
        return open(openBackend(), options);
    }

    /**
     * Opens a client on a backend that the rule has wrapped or taken from a {@link FaultLink}.
     *
     * @param backend a backend that was not started
     * @param options the options that do not depend on the store
     * @return a client, closed by the rule
     */
    default LockClient open(LockBackend backend, ClientOptions options) {
        return LockClient.using(backend, options);
    }

    /**
     * Returns a lock name that no other rule uses.
     *
     * @return a short name of plain characters
     */
    default String uniqueName() {
        return "tck-" + UUID.randomUUID().toString().substring(0, 13);
    }

    /**
     * Returns how long rules wait for an event that must happen. The time is generous, since only a broken backend uses
     * it up.
     *
     * @return 5 s; override it for a slower store
     */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /**
     * Returns how long the store may keep a lock after its lease has ended without renewal. A store is late if it looks
     * for ended leases only now and then, rounds leases up, or must first notice that a client is gone. The next holder
     * after a crash waits for this time, so the fixture declares it. Rules that wait for the end of a lease allow this
     * time for the store and {@link #patience} for the machine (rule EXP-1).
     *
     * @return zero; override it for a store that is later
     */
    default Duration expiryDelay() {
        return Duration.ZERO;
    }

    /**
     * Returns a lease that the store can keep and that does not end while a rule runs.
     *
     * @return 30 s; override it for a store whose longest lease is shorter
     */
    default Duration longLease() {
        return Duration.ofSeconds(30);
    }

    /**
     * Returns direct access to the store.
     *
     * @return the hooks, or empty if there are none
     */
    default Optional<StoreHooks> storeHooks() {
        return Optional.empty();
    }

    /**
     * Returns a hook that kills the store's process and starts it again on the same data. The hook returns when the
     * store serves requests again.
     *
     * @return the hook, or empty if there is none
     */
    default Optional<Runnable> restart() {
        return Optional.empty();
    }

    /**
     * Returns a lease that outlasts a {@link #restart} and the reconnection after it. The start of a store takes as
     * long as the machine needs, and a holder whose lease ends meanwhile has rightly lost the lock.
     *
     * @return {@link #longLease}; override it if that is too short
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
     * Returns a second way to the store, with gates in it: {@link dev.interlock.tck.network.ProxyFaultLink} for a store
     * on a network, otherwise {@link dev.interlock.tck.memory.GatedLink}. Every call returns a new link; the rule
     * closes it.
     *
     * @return the link, or empty if there is none
     */
    default Optional<FaultLink> link() {
        return Optional.empty();
    }

    /**
     * Returns failures of the store itself, each of which a backend meets in its own calls. Every call returns new ones;
     * the rule closes them. Several rules call this at once, so start a server of a trouble when that is asked for it.
     *
     * @return the troubles that the fixture can cause; none by default
     */
    default List<StoreTrouble> troubles() {
        return List.of();
    }

    /**
     * Returns ways to damage the record of a lock, so that no backend can read it.
     *
     * @return the damages that the fixture can do; none by default
     */
    default List<StoreDamage> damages() {
        return List.of();
    }

    /**
     * Returns how many files, sockets or connections are open now for the backends of this fixture. Rules compare two
     * counts, so that others may be counted, too, and what the server counts, such as subscriptions, may be added.
     *
     * @return by default the files and sockets of this process; empty if the number is not known, as on Windows
     */
    default OptionalLong openResources() {
        return OpenFiles.count();
    }

    /**
     * Starts a store like this one, with a wall clock that can be set. Every call starts a new store; the rule closes
     * it. A {@link org.opentest4j.TestAbortedException} gives the reason if this machine has none, or no machine has.
     *
     * @return the store, or empty if its clock cannot be set
     */
    default Optional<StoreWallClock> wallClock() {
        return Optional.empty();
    }

    /**
     * Starts a store like this one, with a second server that can take over. Every call starts a new store; the rule
     * closes it. A {@link org.opentest4j.TestAbortedException} gives the reason if this machine has none.
     *
     * @return the store, or empty if the fixture cannot start a second server
     */
    default Optional<FailOver> failOver() {
        return Optional.empty();
    }

    /**
     * Returns how separate processes become clients of the store. Every call returns a new access; the rule closes it.
     *
     * @return the access, or empty if only this JVM reaches the store
     */
    default Optional<ProcessAccess> processes() {
        return Optional.empty();
    }
}
