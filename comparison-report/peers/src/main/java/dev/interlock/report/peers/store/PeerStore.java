// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.StoreAddress;
import java.util.function.Supplier;

/** A server that all peers of a store use, with its faults. */
public interface PeerStore extends AutoCloseable {

    /**
     * Starts a server of a store.
     *
     * @param store {@code redis}, {@code zookeeper}, {@code mariadb} or {@code postgres}
     * @return the server, which the caller closes
     * @throws IllegalArgumentException if there is no such store
     * @throws org.opentest4j.TestAbortedException if there is no server here
     */
    static PeerStore start(String store) {
        return switch (store) {
            case "redis" -> RedisStore.start();
            case "zookeeper" -> ZookeeperStore.start();
            case "mariadb", "postgres" -> SqlStore.start(store);
            default ->
                throw new IllegalArgumentException(
                        "store must be redis, zookeeper, mariadb or postgres but was '" + store + "'");
        };
    }

    /** {@return such as {@code redis}} */
    String name();

    /** {@return product, version and origin of the server} */
    String source();

    /** {@return the server's address for clients} */
    StoreAddress address();

    /** {@return the address for clients that faults are to hit} */
    StoreAddress exposedAddress();

    /** Stops the server (SIGSTOP). */
    void freeze();

    /** Lets the server continue (SIGCONT). */
    void thaw();

    /**
     * Loses the locks, while their holders continue to run.
     *
     * @return the action, in words
     */
    String loseLocks();

    /**
     * Gets ready to delete the locks as an operator would, while their holders continue to run.
     *
     * @return deletes them, without a connection to wait for, and returns the action in words
     */
    Supplier<String> deletion();

    /**
     * Cuts the connections of the clients at the exposed address, until {@link #heal}.
     *
     * @return the action, in words
     */
    String cutOff();

    /**
     * Loses all data of the store, while no client is connected.
     *
     * @return the action, in words
     */
    String loseAll();

    /**
     * Drops the reply to the next grant on its way to a client at the exposed address.
     *
     * @param grants the part of the request, see {@link dev.interlock.report.contender.Peer}
     */
    void loseReply(String grants);

    /** {@return whether the reply has been dropped} */
    boolean hasLostReply();

    /** Ends all faults. */
    void heal();

    @Override
    void close();
}
