// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.PeerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A peer for each fault. */
public final class PlantedPeers implements PeerSource {

    static final String STORE = "planted";

    /** For {@link java.util.ServiceLoader}. */
    public PlantedPeers() {}

    @Override
    public List<Peer> peers() {
        return Arrays.stream(Fault.values()).map(PlantedPeers::peer).toList();
    }

    static Peer peer(Fault fault) {
        return new Peer(
                fault.name(),
                STORE,
                fault.name(),
                "",
                Set.of(Ability.values()),
                "",
                Map.of(),
                (address, limits) -> new Client(new LockDirectory(Path.of(address.uri())), limits.lease(), fault));
    }

    private record Client(LockDirectory directory, Duration lease, Fault fault) implements OpenClient {

        @Override
        public NamedLock lock(String name) {
            return new PlantedLock(directory, name, lease, fault);
        }

        @Override
        public void close() {
            // Its locks end with their leases.
        }
    }
}
