// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import static dev.interlock.zookeeper.mutants.ZookeeperMutants.mutant;

import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/** The broken ZooKeeper locks that renew, release or end wrongly. */
final class HoldMutants {

    private HoldMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "zookeeper-session-is-hold",
                        "any client that is connected again is taken for the holder:"
                                + " the session that came after an expiry, too",
                        Rule.LOSS_5,
                        SessionIsHold::new),
                mutant(
                        "zookeeper-hold-moves-to-new-session",
                        "a renewal that finds no node creates it again in the session of now",
                        Rule.REN_2,
                        MovesToNewSession::new),
                mutant(
                        "zookeeper-lease-is-session",
                        "a lease ends with the session only",
                        Rule.EXP_1,
                        LeaseIsSession::new),
                mutant(
                        "zookeeper-release-deletes-first",
                        "a release deletes the first node of the queue, even of another owner",
                        Rule.REL_2,
                        DeletesFirst::new),
                mutant(
                        "zookeeper-release-fire-and-forget",
                        "a release that gets no answer is given up",
                        Rule.REL_5,
                        ForgetsRelease::new));
    }

    private static final class SessionIsHold extends SimpleZookeeper {
        private SessionIsHold(String uri) {
            super(uri);
        }

        @Override
        boolean renew(Attempt attempt) {
            return session.zk().getState().isConnected();
        }
    }

    private static final class MovesToNewSession extends SimpleZookeeper {
        private MovesToNewSession(String uri) {
            super(uri);
        }

        @Override
        boolean renew(Attempt attempt) throws KeeperException, InterruptedException {
            if (!super.renew(attempt)) {
                session.create(path(attempt.name()));
                String path = session.zk()
                        .create(prefix(attempt), hint(attempt), PlainSession.OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
                paths.put(attempt.id(), path);
            }
            return true;
        }
    }

    private static final class LeaseIsSession extends SimpleZookeeper {
        private LeaseIsSession(String uri) {
            super(uri);
        }

        @Override
        void expire(Attempt attempt) {
            // The mutant leaves that to the session.
        }
    }

    private static final class DeletesFirst extends SimpleZookeeper {
        private DeletesFirst(String uri) {
            super(uri);
        }

        @Override
        boolean delete(Attempt attempt) throws KeeperException, InterruptedException {
            Optional<String> first =
                    session.children(path(attempt.name())).stream().findFirst();
            return first.isPresent() && session.delete(first.get());
        }
    }

    private static final class ForgetsRelease extends SimpleZookeeper {
        private ForgetsRelease(String uri) {
            super(uri);
        }

        @Override
        boolean delete(Attempt attempt) throws KeeperException, InterruptedException {
            String path = paths.remove(attempt.id());
            return path != null && session.delete(path);
        }

        @Override
        void expire(Attempt attempt) {
            // What was released is forgotten.
        }
    }
}
