// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import dev.interlock.internal.client.Engine;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.toolbox.BackendProviders;
import java.util.Collection;
import java.util.Optional;

/**
 * A connection to one lock store, and the entry point of the library. Open one client per application and store at
 * startup, and close it at shutdown. Thread-safe.
 *
 * <pre>{@code
 * LockClient client = LockClient.connect("redis://localhost:6379"); // with lock-redis on the class path
 * client.lock("nightly-report").runWithLock(handle -> report.send());
 * client.close(); // at shutdown
 * }</pre>
 *
 * <p>Each store has a module, and its connection string begins with one of these:
 *
 * <table>
 * <caption>Connection strings</caption>
 * <tr><th>module</th><th>connection string</th></tr>
 * <tr><td>{@code lock-api}</td><td>{@code memory:}, {@code memory:NAME} ({@link dev.interlock.memory})</td></tr>
 * <tr><td>{@code lock-redis}</td><td>{@code redis://host:6379}, {@code redis-sentinel://host:26379,host:26379/primary},
 *     {@code redis-cluster://host:6379,host:6379}, {@code redlock:redis://a,redis://b,redis://c}; for TLS
 *     {@code rediss} instead of {@code redis}</td></tr>
 * <tr><td>{@code lock-jdbc}</td><td>{@code jdbc:mysql://host/database}, {@code jdbc:mariadb://host/database},
 *     {@code jdbc:postgresql://host/database}, each with its driver on the class path</td></tr>
 * <tr><td>{@code lock-zookeeper}</td><td>{@code zookeeper://host:2181,host:2181/base}</td></tr>
 * <tr><td>{@code lock-etcd}</td><td>{@code etcd://host:2379,host:2379/namespace}</td></tr>
 * </table>
 *
 * <p>{@link LockSettings} describes the options that a connection string can carry.
 *
 * <p>The client closes nothing by itself: it installs no shutdown hook, and its own threads are daemons. If the JVM
 * ends without {@link #close}, held locks stay taken until their leases end.
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
    @CheckReturnValue
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
    @CheckReturnValue
    static LockClient connect(LockSettings settings) {
        return using(BackendProviders.open(settings), settings.client());
    }

    /**
     * Creates a client for a backend that the caller has built, for example one that shares the application's
     * connection pool: {@code RedisLockBackend.using(jedis, ...)}, {@code JdbcLockBackend.using(dataSource, ...)} and
     * {@code ZookeeperLockBackend.using(curator, ...)}.
     *
     * @param backend the backend, not started: the client starts it, owns it from now on and closes it
     * @param options the options that do not depend on the store
     * @return a client, which the caller must close
     * @throws LockUnavailableException as in {@link #connect(String)}
     */
    @CheckReturnValue
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
    @CheckReturnValue
    DistributedLock lock(String name);

    /**
     * A lock for readers and writers. It is another lock than that of {@link #lock} with the same name.
     *
     * @param name 1 to 160 bytes of UTF-8, as {@link #lock}
     * @return the lock; makes no request
     * @throws IllegalArgumentException if the name is not valid
     * @throws LockUnavailableException if the store does not declare {@link Capability#SHARES}
     */
    @CheckReturnValue
    DistributedReadWriteLock readWrite(String name);

    /**
     * A semaphore. It is another lock than that of {@link #lock} with the same name, and must not share its name with a
     * lock for readers and writers.
     *
     * @param name 1 to 160 bytes of UTF-8, as {@link #lock}
     * @param limit how many permits there are, the same at every client
     * @return the semaphore; makes no request
     * @throws IllegalArgumentException if the name or the limit is not valid
     * @throws LockUnavailableException if the store does not declare {@link Capability#SHARES}
     */
    @CheckReturnValue
    DistributedSemaphore semaphore(String name, int limit);

    /**
     * Returns a set of locks that are acquired together, all or none. No I/O.
     *
     * @param names one to {@value MultiLock#MAX_NAMES} different names, in any order. Duplicates count once.
     * @return a value object. The client keeps no state for it.
     * @throws IllegalArgumentException if there is no name, there are too many, or one is not valid
     */
    @CheckReturnValue
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
    @CheckReturnValue
    default StripedLocks striped(String prefix, int stripes) {
        return new StripedLocks(this, prefix, stripes);
    }

    /**
     * Returns an election by name: of its candidates, one leads at a time. It is the lock of that name, so locks and
     * elections must not share names. No I/O.
     *
     * @param name as in {@link #lock}
     * @return a value object. The client keeps no state for it.
     * @throws IllegalArgumentException if the name is not valid
     */
    @CheckReturnValue
    Election election(String name);

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
     * @throws LockClientClosedException if the client is closed
     */
    Optional<Holder> inspect(String name);

    /**
     * The operator of the store: lists the locks of all clients, and frees a lock that its holder cannot release. No
     * I/O.
     *
     * @return the operator, usable until this client is closed
     * @throws LockUnavailableException if this client, or the backend of its store, has none
     */
    default LockOperator operator() {
        throw new LockUnavailableException(
                "this client does not list or free locks: ask one from LockClient.connect or LockClient.using", null);
    }

    /**
     * Registers a listener for all events from now on.
     *
     * @param listener receives the events
     * @return a registration. Closing it removes the listener and never throws.
     * @throws IllegalStateException if the client already has 16 listeners
     * @throws LockClientClosedException if the client is closed
     */
    Registration addListener(LockListener listener);

    /**
     * Closes the client. Waiting acquisitions fail with {@link LockClientClosedException}, late grants are released,
     * held locks are lost and released, and connections that the client opened are closed. A second call does nothing.
     *
     * <p>Candidates of elections stand down at once, and leaders are told to end their terms. Holders first get
     * {@link ClientOptions#closeGrace} (default zero) to release their locks, which the client renews meanwhile. Then each remaining hold becomes {@link HandleState#LOST} with {@link LossCause#CLIENT_CLOSED}.
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
