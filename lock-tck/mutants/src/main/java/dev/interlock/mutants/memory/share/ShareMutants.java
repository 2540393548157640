// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.share;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.mutants.memory.defect.ValidFromReply;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.toolbox.share.RecordedShares;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Mutants for the SHARE rules. */
public final class ShareMutants {

    private ShareMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "share-writer-beside-readers",
                        "a writer asks for as much as a reader",
                        Set.of(Rule.SHARE_1, Rule.SEQ_3),
                        () -> steps(to -> BrokenShares.asking(to, (name, share) -> asReader(share)))),
                new Mutant(
                        "share-forgotten-among-many",
                        "a hold is forgotten when a hundred others have come",
                        Set.of(Rule.SHARE_1),
                        () -> steps(BrokenShares::forgettingAmongMany)),
                new Mutant(
                        "share-counts-from-the-reply",
                        "the lease of a share counts from the reply",
                        Set.of(Rule.SHARE_6),
                        () -> steps(BrokenShares::countingFromTheReply)),
                new Mutant(
                        "share-everything-fits",
                        "writers, readers and permits all ask for one unit of a lock that has room for any number",
                        Set.of(Rule.SHARE_1, Rule.SHARE_11),
                        () -> steps(to -> BrokenShares.asking(to, (name, share) -> Share.READ))),
                new Mutant(
                        "share-readers-one-by-one",
                        "a reader asks for more than half of the lock",
                        Set.of(Rule.SHARE_1, Rule.SHARE_3),
                        () -> steps(to -> BrokenShares.asking(to, (name, share) -> moreThanHalf(share)))),
                new Mutant(
                        "share-one-too-many",
                        "one permit more is granted than the limit says",
                        Set.of(Rule.SHARE_1, Rule.SEQ_3),
                        () -> steps(to -> BrokenShares.asking(to, (name, share) -> oneMore(share)))),
                new Mutant(
                        "share-read-then-written",
                        "the record is read and then written, whatever was written in between",
                        Set.of(Rule.SHARE_1),
                        () -> records(new BrokenRecords.Racing())),
                new Mutant(
                        "share-tokens-begin-anew",
                        "the last token is forgotten with the last holder",
                        Set.of(Rule.SHARE_2),
                        () -> records(new BrokenRecords.Forgetful())),
                new Mutant(
                        "share-no-order",
                        "those that wait have no place in a queue",
                        Set.of(Rule.SHARE_3, Rule.SEQ_3),
                        () -> records(new BrokenRecords.Unordered())),
                new Mutant(
                        "share-repeated-attempt-anew",
                        "an attempt that is sent again takes its units again",
                        Set.of(Rule.SHARE_4),
                        () -> steps(BrokenShares::forgettingAttempts)),
                new Mutant(
                        "share-unknown-kept",
                        "what an acquisition with a lost reply took is not given back",
                        Set.of(Rule.SHARE_4),
                        () -> steps(BrokenShares::forgettingTheUnknown)),
                new Mutant(
                        "share-release-counts",
                        "a release without a grant gives back what another holds",
                        Set.of(Rule.SHARE_5),
                        ShareMutants::counting),
                new Mutant(
                        "share-renews-nothing",
                        "the renewal of a grant that is gone is confirmed",
                        Set.of(Rule.SHARE_5, Rule.SHARE_6, Rule.SHARE_12),
                        () -> steps(BrokenShares::renewingAnything)),
                new Mutant(
                        "share-one-end-for-all",
                        "the holders end together, with the first of them",
                        Set.of(Rule.SHARE_6),
                        () -> records(new BrokenRecords.OneEndForAll())),
                new Mutant(
                        "share-ends-early",
                        "the store keeps a grant for a third of the lease that it confirms",
                        Set.of(Rule.SHARE_6),
                        () -> steps(BrokenShares::shortAtTheStore)),
                new Mutant(
                        "share-confirmed-from-memory",
                        "a repeated attempt is confirmed for a whole lease, and the store keeps the rest of the first",
                        Set.of(Rule.SHARE_6),
                        () -> steps(BrokenShares::confirmingFromMemory)),
                new Mutant(
                        "share-restored-behind-a-look",
                        "a renewal looks at the grant first, and its write restores a grant that is over by then",
                        Set.of(Rule.SHARE_6),
                        ShareMutants::restoring),
                new Mutant(
                        "share-renewal-shortens",
                        "a renewal replaces a longer lease",
                        Set.of(Rule.SHARE_6),
                        () -> steps(BrokenShares::shortening)),
                new Mutant(
                        "share-place-stays",
                        "a waiter that leaves keeps its place in the queue",
                        Set.of(Rule.SHARE_7, Rule.WAIT_3, Rule.SEQ_3),
                        () -> steps(BrokenShares::keepingPlaces)),
                new Mutant(
                        "share-valid-from-reply",
                        "the validity of a grant and of a renewal counts from the reply",
                        Set.of(Rule.SHARE_6),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ValidFromReply::inShares)),
                new Mutant(
                        "share-limit-ignored",
                        "a client that asks with another limit is granted permits",
                        Set.of(Rule.SHARE_8),
                        ShareMutants::withFirstLimit),
                new Mutant(
                        "share-each-reader-a-grant",
                        "each reader of a client has a grant of its own",
                        Set.of(Rule.SHARE_9),
                        ShareMutants::readersAlone),
                new Mutant(
                        "share-holders-without-order",
                        "the last holder is shown first",
                        Set.of(Rule.SHARE_10),
                        () -> steps(to -> BrokenShares.showing(to, BrokenShares::reversed))),
                new Mutant(
                        "share-holders-without-hints",
                        "the hints of holders are not shown",
                        Set.of(Rule.SHARE_10),
                        () -> steps(to -> BrokenShares.showing(to, BrokenShares::withoutHints))),
                new Mutant(
                        "share-hint-cut",
                        "a hint is shown up to its first blank",
                        Set.of(Rule.SHARE_10),
                        () -> steps(to -> BrokenShares.showing(to, BrokenShares::withFirstWords))),
                new Mutant(
                        "share-lost-by-a-restart",
                        "SURVIVES_RESTART is declared, and a restart forgets the locks that several may hold, and only them",
                        Set.of(Rule.SHARE_12),
                        ShareMutants::lostByARestart),
                new Mutant(
                        "share-lost-by-a-fail-over",
                        "SURVIVES_FAIL_OVER is declared, and the server that takes over has the exclusive locks only",
                        Set.of(Rule.SHARE_12),
                        ShareMutants::lostByAFailOver));
    }

    private static Share asReader(Share share) {
        return share.equals(Share.WRITE) ? Share.READ : share;
    }

    private static Share moreThanHalf(Share share) {
        return share.equals(Share.READ) ? new Share(Share.UNLIMITED / 2 + 1, Share.UNLIMITED) : share;
    }

    private static Share oneMore(Share share) {
        return share.limit() == Share.UNLIMITED ? share : new Share(share.units(), share.limit() + 1);
    }

    /** A store whose steps of shared locks are broken. */
    private static MutantFixture steps(UnaryOperator<ShareSteps> defect) {
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> with(backend, defect));
    }

    /** A store whose records are broken, the same for all clients. */
    private static MutantFixture records(BrokenRecords records) {
        return MutantFixture.ofStore((backend, store) -> new Recorded(backend, records, capabilities -> capabilities));
    }

    private static MutantFixture lostByARestart() {
        BrokenRecords records = new BrokenRecords();
        return MutantFixture.of(new ForwardingFixture(claiming(records, Capability.SURVIVES_RESTART)) {
            @Override
            public Optional<Runnable> restart() {
                return Optional.of(records::forget);
            }
        });
    }

    private static MutantFixture lostByAFailOver() {
        BrokenRecords records = new BrokenRecords();
        return MutantFixture.of(new ForwardingFixture(claiming(records, Capability.SURVIVES_FAIL_OVER)) {
            @Override
            public Optional<FailOver> failOver() {
                return super.failOver().map(failOver -> new ForwardingFailOver(failOver) {
                    @Override
                    public void run() {
                        records.forget();
                    }
                });
            }
        });
    }

    /** A store with other records, which says of all its locks that they survive something. */
    private static MemoryFixture claiming(BrokenRecords records, Capability survival) {
        return new MemoryFixture((backend, store) -> new Recorded(
                MisdeclaringBackend.also(backend, survival),
                records,
                capabilities -> MisdeclaringBackend.also(capabilities, survival)));
    }

    /** A backend with other records. */
    private static final class Recorded extends ForwardingBackend {

        private final BrokenRecords records;
        private final UnaryOperator<Capabilities> declared;
        private volatile @Nullable LockClock clock;

        private Recorded(LockBackend to, BrokenRecords records, UnaryOperator<Capabilities> declared) {
            super(to);
            this.records = records;
            this.declared = declared;
        }

        @Override
        public void start(BackendContext context) {
            clock = context.clock();
            super.start(context);
        }

        @Override
        public Optional<ShareSteps> shares() {
            ShareRecords own = records.by(requireNonNull(clock, "start comes first"));
            return super.shares().map(to -> new RecordedShares(own, declared.apply(to.capabilities())));
        }
    }

    /** At the store: a release that is late gets there when its client has given up. */
    private static MutantFixture counting() {
        Map<LockName, List<Attempt>> holders = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> with(backend, to -> BrokenShares.counting(to, holders)));
    }

    private static MutantFixture restoring() {
        Map<AttemptId, Share> shares = new ConcurrentHashMap<>();
        return MutantFixture.ofBackends(
                MutantFixture.ofStore((backend, store) -> with(backend, to -> BrokenShares.restoring(to, shares))),
                backend -> with(backend, BrokenShares::lookingFirst));
    }

    private static MutantFixture withFirstLimit() {
        Map<LockName, Integer> limits = new ConcurrentHashMap<>();
        return steps(to -> BrokenShares.asking(to, (name, share) -> {
            int limit = limits.computeIfAbsent(name, first -> share.limit());
            return new Share(Math.min(share.units(), limit), limit);
        }));
    }

    private static LockBackend with(LockBackend backend, UnaryOperator<ShareSteps> defect) {
        return new ForwardingBackend(backend) {
            @Override
            public Optional<ShareSteps> shares() {
                return super.shares().map(defect);
            }
        };
    }

    private static MutantFixture readersAlone() {
        return MutantFixture.ofClients(new MemoryFixture(), client -> new ForwardingClient(client) {
            @Override
            public DistributedReadWriteLock readWrite(String name) {
                return new Alone(super.readWrite(name));
            }
        });
    }

    /** Readers with a limit of their own, which cannot use the grant of others. */
    private record Alone(DistributedReadWriteLock to) implements DistributedReadWriteLock {

        @Override
        public String name() {
            return to.name();
        }

        @Override
        public DistributedLock read() {
            return new ForwardingLock(to.read()) {
                @Override
                public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                    return super.tryAcquire(options.withMaxHold(AcquireOptions.MAX_LEASE));
                }
            };
        }

        @Override
        public DistributedLock write() {
            return to.write();
        }
    }
}
