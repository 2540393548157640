// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.contender.Candidate;
import dev.interlock.report.contender.LeaderWork;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.PeerSource;
import dev.interlock.report.peer.PeerSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A peer for each fault. */
public final class PlantedPeers implements PeerSource {

    static final String STORE = "planted";
    static final String EXPOSED = "exposed";

    private static final int READERS = 1_000;

    /** For {@link java.util.ServiceLoader}. */
    public PlantedPeers() {}

    @Override
    public List<Peer> peers() {
        return Arrays.stream(Fault.values())
                .flatMap(fault -> Arrays.stream(PeerSubject.values()).map(subject -> peer(fault, subject)))
                .toList();
    }

    static Peer peer(Fault fault, PeerSubject subject) {
        return new Peer(
                fault + "-" + subject,
                STORE,
                subject,
                fault.name(),
                "",
                Set.of(Ability.values()),
                "",
                Map.of(),
                Duration.ZERO,
                (address, limits) -> new Client(
                        new LockDirectory(Path.of(address.uri())),
                        address.user().equals(EXPOSED),
                        limits.lease(),
                        fault));
    }

    private record Client(LockDirectory directory, boolean exposed, Duration lease, Fault fault) implements OpenClient {

        @Override
        public NamedLock lock(String name) {
            return of(name, 1, 1);
        }

        @Override
        public NamedLock reader(String name) {
            return of(name, 1, READERS);
        }

        @Override
        public NamedLock writer(String name) {
            return of(name, READERS, READERS);
        }

        @Override
        public NamedLock permit(String name, int limit) {
            return of(name, 1, limit);
        }

        @Override
        public Candidate stand(String name, LeaderWork work) {
            return new PlantedCandidate(of(name, 1, 1), work, fault);
        }

        private PlantedLock of(String name, int units, int all) {
            return new PlantedLock(directory, name, units, all, lease, fault, this::pass);
        }

        private void pass() throws IOException {
            if (exposed && directory.has(LockDirectory.CUT)) {
                throw new IOException("cut");
            }
        }

        @Override
        public void close() {
            // Its locks end with their leases.
        }
    }
}
