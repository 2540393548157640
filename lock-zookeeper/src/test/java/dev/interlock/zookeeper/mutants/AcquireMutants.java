// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import static dev.interlock.zookeeper.mutants.ZookeeperMutants.mutant;

import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.zookeeper.tck.ZookeeperOpener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** The broken ZooKeeper locks that acquire wrongly. */
final class AcquireMutants {

    private AcquireMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "zookeeper-try-leaves-node",
                        "a try that is not the first leaves its node in the queue",
                        Rule.ACQ_7,
                        uri -> new QueuedTry(uri, true)),
                mutant(
                        "zookeeper-try-queues-up",
                        "a try queues up and leaves again: meanwhile another one fails on a lock that is free",
                        Rule.ACQ_7,
                        uri -> new QueuedTry(uri, false)),
                mutant(
                        "zookeeper-first-look-wins",
                        "a node is created and taken for a grant without a look at the queue",
                        Rule.ACQ_1,
                        NoLook::new),
                mutant(
                        "zookeeper-order-of-strings",
                        "each client's nodes have a prefix of its own, and the first by whole name has the lock",
                        Rule.ACQ_1,
                        OrderOfStrings::new),
                mutant(
                        "zookeeper-node-not-found-again",
                        "nodes are named by chance: a lost reply to a creation leaves an orphan",
                        Rule.ERR_2,
                        NamedByChance::new),
                mutant(
                        "zookeeper-connection-loss-is-busy",
                        "a lost connection is reported as held by another",
                        Rule.ERR_2,
                        LossIsBusy::new),
                mutant(
                        "zookeeper-validity-from-reply",
                        "the lease counts from the reply instead of from before the request",
                        Rule.ACQ_4,
                        ValidityFromReply::new),
                new Mutant(
                        "zookeeper-validity-from-wake-up",
                        "a woken waiter is granted the lock by an event, and its lease counts from then on",
                        Set.of(Rule.ACQ_4),
                        () -> ZookeeperMutants.patientFixture(CountsFromWakeUp::new)),
                mutant(
                        "zookeeper-name-is-path",
                        "slashes in names become dashes, so that they fit into one segment",
                        Rule.NAME_1,
                        FoldsSlashes::new),
                mutant(
                        "zookeeper-sequence-is-token",
                        "the number at the end of the node's name is the token: it restarts with the parent",
                        Rule.TOK_1,
                        SequenceIsToken::new),
                mutant(
                        "zookeeper-zxid-is-token",
                        "the zxid itself is the token: there is no room for a block of them",
                        Rule.TOK_3,
                        ZxidIsToken::new),
                mutant(
                        "zookeeper-all-watch-the-parent",
                        "every waiter watches all children: a release wakes the herd",
                        Rule.WAIT_11,
                        HerdZookeeper::new));
    }

    /** The recipe of the queue, used for a try. */
    private static class QueuedTry extends SimpleZookeeper {

        private final boolean staying;

        private QueuedTry(String uri, boolean staying) {
            super(uri);
            this.staying = staying;
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) throws KeeperException, InterruptedException {
            session.create(path(attempt.name()));
            Stat stat = new Stat();
            String mine = session.zk()
                    .create(prefix(attempt), hint(attempt), PlainSession.OPEN, CreateMode.EPHEMERAL_SEQUENTIAL, stat);
            if (isGranted(attempt, mine)) {
                paths.put(attempt.id(), mine);
                return token(mine, stat.getCzxid());
            }
            if (!staying) {
                session.delete(mine);
            }
            return null;
        }

        boolean isGranted(Attempt attempt, String mine) throws KeeperException, InterruptedException {
            return session.children(path(attempt.name())).get(0).equals(mine);
        }
    }

    private static final class NoLook extends QueuedTry {
        private NoLook(String uri) {
            super(uri, false);
        }

        @Override
        boolean isGranted(Attempt attempt, String mine) {
            return true;
        }
    }

    /** Prefixes that a later client has before those of the earlier ones, as random ones are half of the time. */
    private static final class OrderOfStrings extends QueuedTry {

        private static final AtomicInteger LAST = new AtomicInteger(1_000_000);
        private final int client = LAST.decrementAndGet();

        private OrderOfStrings(String uri) {
            super(uri, false);
        }

        @Override
        String prefix(Attempt attempt) {
            return path(attempt.name()) + "/client-" + client + "-"
                    + attempt.id().text() + "-";
        }

        @Override
        boolean isGranted(Attempt attempt, String mine) throws KeeperException, InterruptedException {
            return session.children(path(attempt.name())).stream()
                    .sorted()
                    .findFirst()
                    .equals(Optional.of(mine));
        }
    }

    private static final class NamedByChance extends SimpleZookeeper {
        private NamedByChance(String uri) {
            super(uri);
        }

        @Override
        String prefix(Attempt attempt) {
            return path(attempt.name()) + "/lock-" + UUID.randomUUID() + "-";
        }

        @Override
        Optional<String> find(Attempt attempt) {
            return Optional.ofNullable(paths.get(attempt.id()));
        }
    }

    private static final class LossIsBusy extends SimpleZookeeper {
        private LossIsBusy(String uri) {
            super(uri);
        }

        @Override
        AcquireOutcome failed(KeeperException e) {
            return new AcquireOutcome.Contended(Duration.ofMillis(100));
        }
    }

    private static final class ValidityFromReply extends SimpleZookeeper {
        private ValidityFromReply(String uri) {
            super(uri);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome outcome = super.tryAcquire(attempt);
            return outcome instanceof AcquireOutcome.Granted granted
                    ? new AcquireOutcome.Granted(
                            Grant.of(attempt, granted.grant().token(), now(), attempt.lease()))
                    : outcome;
        }
    }

    /** Made from the backend of this module. */
    private static final class CountsFromWakeUp extends ForwardingBackend {
        private CountsFromWakeUp(String uri) {
            super(new ZookeeperOpener().open(uri));
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            long woken = context().clock().nanoTime();
            AcquireOutcome outcome = super.acquire(attempt, step);
            return outcome instanceof AcquireOutcome.Granted granted
                    ? new AcquireOutcome.Granted(Grant.of(
                            attempt,
                            granted.grant().token(),
                            woken,
                            granted.grant().lease()))
                    : outcome;
        }
    }

    private static final class FoldsSlashes extends SimpleZookeeper {
        private FoldsSlashes(String uri) {
            super(uri);
        }

        @Override
        String path(LockName name) {
            return super.path(new LockName(name.value().replace('/', '-')));
        }
    }

    private static final class SequenceIsToken extends SimpleZookeeper {
        private SequenceIsToken(String uri) {
            super(uri);
        }

        @Override
        long token(String path, long czxid) {
            return super.token(path, 1 + Long.parseLong(path.substring(path.length() - 10)));
        }
    }

    private static final class ZxidIsToken extends SimpleZookeeper {
        private ZxidIsToken(String uri) {
            super(uri);
        }

        @Override
        long token(String path, long czxid) {
            return czxid;
        }
    }
}
