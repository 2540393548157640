// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import dev.interlock.internal.BackendProviders;
import dev.interlock.internal.Engine;
import dev.interlock.spi.LockBackend;
import java.util.Collection;
import java.util.Optional;

/**
 * The entry point: a connection to one store, from which locks are taken by name. One per application and store is
 * enough: open it when the application starts and close it when that ends. Thread-safe.
 *
 * <p>A client writes to the SLF4J logger {@code dev.interlock.LockClient}, whether anybody listens or not: at level
 * INFO once what its store is and does not guarantee; at level WARN each hold that was lost, or whose release the store
 * did not confirm, or that nobody can release any more. At most ten warnings in ten seconds are written, then how many
 * were left out. Who does not want them switches that logger off.
 */
public interface LockClient extends AutoCloseable {

    /**
     * Connects to the store that a connection string names. The context class loader of the current thread, or the class
     * loader of this library, must see the backend.
     *
     * @param uri such as {@code redis://localhost:6379}, {@code memory:}
     * @return a client, to be closed by the caller
     * @throws IllegalArgumentException if no backend knows the scheme, or an option or value is not understood
     * @throws LockUnavailableException if the store cannot be reached, or refuses what the backend needs; what was
     *     opened by then is closed as by {@link #close}
     */
    static LockClient connect(String uri) {
        return connect(LockSettings.of(uri));
    }

    /**
     * Connects to the store that the settings name.
     *
     * @param settings where and how
     * @return a client, to be closed by the caller
     * @throws IllegalArgumentException as {@link #connect(String)}
     * @throws LockUnavailableException as {@link #connect(String)}
     */
    static LockClient connect(LockSettings settings) {
        return using(BackendProviders.open(settings), settings.client());
    }

    /**
     * A client over a backend made by hand, such as one that shares a connection pool with the application.
     *
     * @param backend the backend; it belongs to the client from now on and is closed with it
     * @param options what does not depend on the store
     * @return a client, to be closed by the caller
     * @throws LockUnavailableException as {@link #connect(String)}
     */
    static LockClient using(LockBackend backend, ClientOptions options) {
        return Engine.start(backend, options);
    }

    /**
     * A lock by name.
     *
     * @param name 1 to 200 bytes of UTF-8, no control characters; case matters
     * @return a value object; nothing is kept for it
     * @throws IllegalArgumentException if the name is not valid
     */
    DistributedLock lock(String name);

    /**
     * Several locks that are acquired together, all or none.
     *
     * @param names one to {@value MultiLock#MAX_NAMES} different names, in any order; a name given twice is one lock
     * @return a value object; nothing is kept for it
     * @throws IllegalArgumentException if there is no name, too many, or one is not valid
     */
    MultiLock lockAll(Collection<String> names);

    /**
     * A bounded set of locks for an unbounded set of keys.
     *
     * @param prefix what the names of the locks begin with; up to 200 bytes of UTF-8 with the number of the stripe
     * @param stripes how many locks, 1 to {@value StripedLocks#MAX_STRIPES}; the same for everybody who shares them
     * @return a value object; nothing is kept for it
     * @throws IllegalArgumentException if the prefix or the number is not valid
     */
    default StripedLocks striped(String prefix, int stripes) {
        return new StripedLocks(this, prefix, stripes);
    }

    /**
     * What the backend declares about itself.
     *
     * @return the capabilities
     */
    Capabilities capabilities();

    /**
     * Asks the store who has a lock.
     *
     * @param name the lock's name
     * @return the holder, or empty if nobody has it
     * @throws IllegalArgumentException if the name is not valid
     * @throws LockUnavailableException if the store did not answer
     */
    Optional<Holder> inspect(String name);

    /**
     * Has a listener told about everything that happens from now on.
     *
     * @param listener what to call
     * @return closes the registration; never throws
     * @throws IllegalStateException if the client is closed, or has as many listeners as it may
     */
    Registration addListener(LockListener listener);

    /**
     * Ends the client: waiting acquisitions fail with {@link LockUnavailableException}, a grant that comes late is
     * released, held locks are lost and released, connections that the client opened are closed. Safe to call twice.
     *
     * <p>Holders have {@link ClientOptions#closeGrace} to release by themselves, zero unless it is set; their locks are
     * renewed meanwhile. Then each hold that is left is {@link HandleState#LOST} with {@link LossCause#CLIENT_CLOSED}: its
     * holder is notified, and its lock is released at the store after that. A release that a holder began before keeps
     * its own result.
     *
     * <p>It returns within {@link ClientOptions#closeTimeout}, counted from the call by this machine's clock, or at most a
     * second later if the backend still closes: then no handle is HELD, and nothing is asked of the store any more. An
     * interrupt of the calling thread ends the grace, and after it the wait for the store.
     */
    @Override
    void close();

    /** A registered listener. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {

        /** Ends the registration; events on their way may still arrive. */
        @Override
        void close();
    }
}
