// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import static dev.interlock.zookeeper.mutants.ZookeeperMutants.mutant;

import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** The broken ZooKeeper locks that recall what a client retains wrongly, or not at all. */
final class RecallMutants {

    private RecallMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "zookeeper-recalls-no-lock",
                        "RECALLS is declared, and no holder watches whether others ask",
                        Rule.RET_1,
                        Deaf::new),
                mutant(
                        "zookeeper-recalled-by-nodes-only",
                        "the holder watches the children of the lock's node, and a try leaves none",
                        Rule.RET_1,
                        WatchesChildren::new),
                mutant(
                        "zookeeper-recall-deletes",
                        "a client that asks for a lock which can be recalled deletes the node of its holder",
                        Rule.RET_2,
                        DeletesRetained::new));
    }

    private static final class Deaf extends RecallingZookeeper {
        private Deaf(String uri) {
            super(uri);
        }

        @Override
        void listen(Attempt granted) {
            // The mutant leaves that to the end of the retention.
        }
    }

    private static final class WatchesChildren extends RecallingZookeeper {
        private WatchesChildren(String uri) {
            super(uri);
        }

        @Override
        void listen(Attempt granted) throws KeeperException, InterruptedException {
            session.zk().getChildren(path(granted.name()), event -> context().reportWanted(granted.id()));
        }

        @Override
        void recall(Attempt refused) {
            // The mutant takes its node for that, which it never had.
        }
    }

    private static final class DeletesRetained extends RecallingZookeeper {

        private static final String RECALLABLE = "-r-";

        private DeletesRetained(String uri) {
            super(uri);
        }

        @Override
        String prefix(Attempt attempt) {
            String prefix = super.prefix(attempt);
            return attempt.recallable() ? prefix.substring(0, prefix.length() - 1) + RECALLABLE : prefix;
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) throws KeeperException, InterruptedException {
            Long token = super.acquire(attempt);
            if (token != null) {
                return token;
            }
            for (String node : session.children(path(attempt.name()))) {
                if (node.contains(RECALLABLE) && session.delete(node)) {
                    return super.acquire(attempt);
                }
            }
            return null;
        }
    }
}
