// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.mutants;

import dev.interlock.etcd.tck.EtcdFixture;
import dev.interlock.etcd.tck.EtcdOpener;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.testbed.server.EtcdServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** The broken etcd locks, each on the same real server, which starts with the first of them and ends with the JVM. */
public final class EtcdMutants implements MutantCatalog {

    /** For the service loader. */
    public EtcdMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "etcd";
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                mutant(
                        "etcd-release-any-owner",
                        "a release deletes the holder's key without comparing the owner",
                        Rule.REL_2,
                        ReleasesAny::new),
                mutant(
                        "etcd-release-always-confirmed",
                        "a release of a key that is gone is taken for a release",
                        Rule.REL_3,
                        ConfirmsAll::new),
                mutant(
                        "etcd-renew-puts",
                        "a renewal that finds no key puts it again, with a new lease",
                        Rule.REN_2,
                        Revives::new),
                mutant(
                        "etcd-token-is-version",
                        "the token is the version of the holder's key, which begins anew with each key",
                        Rule.TOK_1,
                        VersionIsToken::new),
                mutant(
                        "etcd-ttl-rounded-down",
                        "a lease of 1.9 s becomes a time to live of 1 s",
                        Rule.EXP_2,
                        RoundsDown::new),
                mutant(
                        "etcd-owner-not-compared",
                        "a repeated attempt takes its own key for another holder's",
                        Rule.ACQ_2,
                        ForgetsItself::new),
                mutant(
                        "etcd-lease-from-reply",
                        "the lease is counted from the answer of the transaction",
                        Rule.ACQ_4,
                        CountsFromReply::new),
                mutant(
                        "etcd-try-stays-in-queue",
                        "a try enters the queue and does not leave it when it is refused",
                        Rule.ACQ_7,
                        StaysInQueue::new),
                mutant(
                        "etcd-waiters-poll",
                        "waiters have no place in the queue, although an order is declared",
                        Rule.WAIT_8,
                        Polls::new));
    }

    private static Mutant mutant(String id, String broken, Rule rule, UnaryOperator<LockBackend> defect) {
        return new Mutant(id, broken, Set.of(rule), () -> MutantFixture.of(fixture(defect)));
    }

    /** What they are made from, with a defect or without one. */
    static EtcdFixture fixture(UnaryOperator<LockBackend> defect) {
        EtcdOpener sound = new EtcdOpener();
        return new EtcdFixture(Server.SHARED, uri -> defect.apply(sound.open(uri)));
    }

    private static String directory(Attempt attempt) {
        return "interlock/" + attempt.name() + "/";
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final EtcdServer SHARED = EtcdServer.start();
    }

    private static final class ReleasesAny extends ForwardingBackend {
        private ReleasesAny(LockBackend sound) {
            super(sound);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            Server.SHARED.delete(directory(attempt) + "holder");
            return super.release(attempt) instanceof ReleaseOutcome.Unknown unknown
                    ? unknown
                    : new ReleaseOutcome.Released();
        }
    }

    private static final class ConfirmsAll extends ForwardingBackend {
        private ConfirmsAll(LockBackend sound) {
            super(sound);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome outcome = super.release(attempt);
            return outcome instanceof ReleaseOutcome.NotOwner ? new ReleaseOutcome.Released() : outcome;
        }
    }

    private static final class Revives extends ForwardingBackend {
        private Revives(LockBackend sound) {
            super(sound);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            long sentNanos = context().clock().nanoTime();
            RenewOutcome outcome = super.renew(grant, lease);
            if (!(outcome instanceof RenewOutcome.NotOwner)) {
                return outcome;
            }
            String id = grant.attempt().id().text();
            Server.SHARED.put(directory(grant.attempt()) + "holder", id, lease.plusSeconds(1));
            return new RenewOutcome.Renewed(sentNanos, lease);
        }
    }

    private static final class VersionIsToken extends ForwardingBackend {
        private VersionIsToken(LockBackend sound) {
            super(sound);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return super.tryAcquire(attempt) instanceof Granted granted
                    ? new Granted(Grant.of(
                            attempt,
                            1,
                            granted.grant().sentNanos(),
                            granted.grant().lease()))
                    : new Contended(Duration.ofMillis(50));
        }
    }

    private static final class RoundsDown extends ForwardingBackend {
        private RoundsDown(LockBackend sound) {
            super(sound);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            Duration lease = Duration.ofSeconds(Math.max(1, attempt.lease().toSeconds()));
            Attempt rounded = Attempt.of(attempt.name(), attempt.id(), lease, attempt.tokens(), attempt.holderHint());
            AcquireOutcome outcome = super.tryAcquire(rounded);
            return outcome instanceof Granted granted
                    ? new Granted(Grant.of(
                            attempt, granted.grant().token(), granted.grant().sentNanos(), attempt.lease()))
                    : outcome;
        }
    }

    private static final class ForgetsItself extends ForwardingBackend {

        private final Set<AttemptId> granted = ConcurrentHashMap.newKeySet();

        private ForgetsItself(LockBackend sound) {
            super(sound);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome outcome = super.tryAcquire(attempt);
            return outcome instanceof Granted && !granted.add(attempt.id())
                    ? new Contended(Duration.ofMillis(50))
                    : outcome;
        }
    }

    private static final class CountsFromReply extends ForwardingBackend {
        private CountsFromReply(LockBackend sound) {
            super(sound);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome outcome = super.tryAcquire(attempt);
            return outcome instanceof Granted granted
                    ? new Granted(Grant.of(
                            attempt,
                            granted.grant().token(),
                            context().clock().nanoTime(),
                            granted.grant().lease()))
                    : outcome;
        }
    }

    private static final class StaysInQueue extends ForwardingBackend {
        private StaysInQueue(LockBackend sound) {
            super(sound);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome outcome = super.tryAcquire(attempt);
            if (outcome instanceof Contended) {
                Server.SHARED.put(directory(attempt) + "queue/" + attempt.id().text(), "", Duration.ofMinutes(1));
            }
            return outcome;
        }
    }

    private static final class Polls extends ForwardingBackend {
        private Polls(LockBackend sound) {
            super(sound);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return Contest.polling(this, attempt);
        }
    }
}
