// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contention.contender.StoreAddress;

/** A server that all peers of a store use, and what can be done to it. */
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

    /** {@return where clients find it} */
    StoreAddress address();

    /** {@return where those clients find it that faults are to hit} */
    StoreAddress exposedAddress();

    /** Stops the server as it stands (SIGSTOP). */
    void freeze();

    /** Lets it go on. */
    void thaw();

    /**
     * Loses the locks, while those who hold them live on.
     *
     * @return what was done, in words
     */
    String loseLocks();

    /**
     * Loses all that the store knows, while nobody is connected.
     *
     * @return what was done, in words
     */
    String loseAll();

    /**
     * Has the next grant's reply lost, on the way to a client at the exposed address.
     *
     * @param grants the part of the request, see {@link dev.interlock.report.peers.peer.Peer}
     */
    void loseReply(String grants);

    /** {@return whether the reply that was to be lost has been} */
    boolean hasLostReply();

    /** Ends all faults. */
    void heal();

    @Override
    void close();
}
