// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** All peers. */
public final class Peers implements PeerSource {

    /** For {@link ServiceLoader}. */
    public Peers() {}

    /**
     * The peers of a store.
     *
     * @param store such as {@code redis}
     * @return in the order of the table; empty if there is no such store
     */
    public static List<Peer> of(String store) {
        return ServiceLoader.load(PeerSource.class).stream()
                .flatMap(source -> source.get().peers().stream())
                .filter(peer -> peer.store().equals(store))
                .toList();
    }

    @Override
    public List<Peer> peers() {
        return Stream.of(RedisPeers.ALL, ZookeeperPeers.ALL, SqlPeers.ALL)
                .flatMap(List::stream)
                .toList();
    }
}
