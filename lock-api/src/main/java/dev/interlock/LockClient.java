// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import dev.interlock.internal.client.BackendProviders;
import dev.interlock.internal.client.Engine;
import dev.interlock.spi.LockBackend;
import java.util.Collection;
import java.util.Optional;

/**
 * A connection to one lock store, and the entry point of the library. Open one client per application and store at
 * startup, and close it at shutdown. Thread-safe.
 *
 * <p>A client logs to the SLF4J logger {@code dev.interlock.LockClient}, with or without listeners:
 *
 * <ul>
 *   <li>INFO, once: the store and what it does not guarantee.
 *   <li>WARN: each lost hold, each release that the store did not confirm, and each hold that no code can release any
 *       more. After ten warnings within ten seconds the client counts the others and logs their number.
 * </ul>
 *
 * <p>Disable that logger to suppress these lines.
 */
public interface LockClient extends AutoCloseable {

    /**
     * Connects to the store that a connection string names. The backend must be visible to the context class loader of
     * the current thread or to the class loader of this library.
     *
     * @param uri a connection string such as {@code redis://localhost:6379} or {@code memory:}
     * @return a client, which the caller must close
     * @throws IllegalArgumentException if no backend supports the scheme, or an option or value is not valid
     * @throws LockUnavailableException if the store cannot be reached, or lacks something that the backend needs.
     *     Resources opened so far are closed as by {@link #close}.
     */
    static LockClient connect(String uri) {
        return connect(LockSettings.of(uri));
    }

    /**
     * Connects to the store that the settings name.
     *
     * @param settings the connection string, options of the store and options of the client
     * @return a client, which the caller must close
     * @throws IllegalArgumentException as in {@link #connect(String)}
     * @throws LockUnavailableException as in {@link #connect(String)}
     */
    static LockClient connect(LockSettings settings) {
        return using(BackendProviders.open(settings), settings.client());
    }

    /**
     * Creates a client for a backend that the caller has built, for example one that shares the application's
     * connection pool.
     *
     * @param backend the backend. The client owns it from now on and closes it.
     * @param options the options that do not depend on the store
     * @return a client, which the caller must close
     * @throws LockUnavailableException as in {@link #connect(String)}
     */
    static LockClient using(LockBackend backend, ClientOptions options) {
        return Engine.start(backend, options);
    }

    /**
     * Returns a lock by name. No I/O.
     *
     * @param name 1 to 200 bytes of UTF-8, without control characters; case-sensitive
     * @return a value object. The client keeps no state for it.
     * @throws IllegalArgumentException if the name is not valid
     */
    DistributedLock lock(String name);

    /**
     * Returns a set of locks that are acquired together, all or none. No I/O.
     *
     * @param names one to {@value MultiLock#MAX_NAMES} different names, in any order. Duplicates count once.
     * @return a value object. The client keeps no state for it.
     * @throws IllegalArgumentException if there is no name, there are too many, or one is not valid
     */
    MultiLock lockAll(Collection<String> names);

    /**
     * Returns a bounded set of locks for an unbounded set of keys. No I/O.
     *
     * @param prefix the start of the lock names; with the stripe number at most 200 bytes of UTF-8
     * @param stripes the number of locks, 1 to {@value StripedLocks#MAX_STRIPES}. All clients that share the locks must
     *     use the same number.
     * @return a value object. The client keeps no state for it.
     * @throws IllegalArgumentException if the prefix or the number is not valid
     */
    default StripedLocks striped(String prefix, int stripes) {
        return new StripedLocks(this, prefix, stripes);
    }

    /**
     * The capabilities that the backend declares.
     *
     * @return the capabilities
     */
    Capabilities capabilities();

    /**
     * Reads the holder of a lock from the store.
     *
     * @param name the lock's name
     * @return the holder, or empty if the lock is free
     * @throws IllegalArgumentException if the name is not valid
     * @throws LockUnavailableException if the store did not answer
     */
    Optional<Holder> inspect(String name);

    /**
     * Registers a listener for all events from now on.
     *
     * @param listener receives the events
     * @return a registration. Closing it removes the listener and never throws.
     * @throws IllegalStateException if the client is closed or already has 16 listeners
     */
    Registration addListener(LockListener listener);

    /**
     * Closes the client. Waiting acquisitions fail with {@link LockUnavailableException}, late grants are released,
     * held locks are lost and released, and connections that the client opened are closed. A second call does nothing.
     *
     * <p>Holders first get {@link ClientOptions#closeGrace} (default zero) to release their locks, which the client
     * renews meanwhile. Then each remaining hold becomes {@link HandleState#LOST} with {@link LossCause#CLIENT_CLOSED}.
     * The client first notifies its holder and then releases its lock at the store. A release that a holder began
     * earlier keeps its own result.
     *
     * <p>The call returns within {@link ClientOptions#closeTimeout} by this machine's clock, or up to one second later
     * if the backend is still closing. After that no handle is HELD, and the client sends nothing to the store. An
     * interrupt of the calling thread ends the grace. A second interrupt ends the wait for the store.
     */
    @Override
    void close();

    /** The registration of a listener. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {

        /** Removes the listener. Events that are already queued may still arrive. */
        @Override
        void close();
    }
}
