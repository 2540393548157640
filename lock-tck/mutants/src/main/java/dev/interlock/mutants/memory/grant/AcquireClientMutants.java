// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.mutants.memory.defect.ValidFromReply;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Mutants for the ACQ rules: clients that acquire in a wrong way. */
public final class AcquireClientMutants {

    private AcquireClientMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "acq-valid-from-reply",
                        "validity counts from the reply instead of from before the request",
                        Set.of(Rule.ACQ_4),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ValidFromReply::inTries)),
                new Mutant(
                        "acq-wait-valid-from-reply",
                        "the validity of a waiter's grant counts from the reply",
                        Set.of(Rule.ACQ_4),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ValidFromReply::inWaits)),
                new Mutant(
                        "acq-wait-valid-from-reply-without-a-network",
                        "where gates are before the backend, the validity of a waiter's grant counts from the reply",
                        Set.of(Rule.ACQ_4),
                        () -> MutantFixture.ofStore((backend, store) -> ValidFromReply.inWaits(backend))),
                new Mutant(
                        "acq-first-use-valid-from-reply",
                        "where gates are before the backend, the validity of the first grant of a name counts from the"
                                + " reply",
                        Set.of(Rule.ACQ_4),
                        () -> MutantFixture.ofStore((backend, store) -> ValidFromReply.inFirstUses(backend))),
                new Mutant(
                        "acq-try-asks-the-store",
                        "a try looks into the store although the answer is known in the client",
                        Set.of(Rule.ACQ_5),
                        () -> MutantFixture.ofClients(new MemoryFixture(), AskingClient::new)),
                new Mutant(
                        "acq-shared-handle",
                        "callers in one client share the handle of the one that came first",
                        Set.of(Rule.ACQ_5),
                        () -> MutantFixture.ofClients(new MemoryFixture(), SharingClient::new)),
                new Mutant(
                        "acq-mutex-evicted",
                        "what a client holds is known as long as it is among the 16 names used last",
                        Set.of(Rule.ACQ_5),
                        () -> MutantFixture.ofClients(new MemoryFixture(), EvictingClient::new)),
                new Mutant(
                        "acq-contention-is-failure",
                        "'held by another' is reported as a store that is unavailable",
                        Set.of(Rule.ACQ_6),
                        () -> MutantFixture.ofLocks(new MemoryFixture(), FailingLock::new)),
                new Mutant(
                        "acq-retried-as-another",
                        "after a lost reply the request is sent again as a new attempt",
                        Set.of(Rule.ACQ_2),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), RetryingAsAnother::new)));
    }

    private static final class AskingClient extends ForwardingClient {

        AskingClient(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            return new ForwardingLock(super.lock(name)) {
                @Override
                public Optional<LockHandle> tryAcquire() {
                    return inspect(name).isPresent() ? Optional.empty() : super.tryAcquire();
                }
            };
        }
    }

    private static final class SharingClient extends ForwardingClient {

        private final Map<String, LockHandle> shared = new ConcurrentHashMap<>();

        SharingClient(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            return new ForwardingLock(super.lock(name)) {
                @Override
                public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                    super.tryAcquire(options).ifPresent(handle -> shared.put(name, handle));
                    return Optional.ofNullable(shared.get(name));
                }
            };
        }
    }

    /** Keeps a mutex for each name in a cache. The store knows the client as the owner of its locks. */
    private static final class EvictingClient extends ForwardingClient {

        private static final int MOST = 16;
        private final Map<String, LockHandle> owned = new ConcurrentHashMap<>();
        private final Map<String, Boolean> mutexes =
                Collections.synchronizedMap(new LinkedHashMap<String, Boolean>(MOST, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                        return size() > MOST;
                    }
                });

        EvictingClient(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            return new ForwardingLock(super.lock(name)) {
                @Override
                public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                    boolean known = mutexes.put(name, true) != null;
                    Optional<LockHandle> granted = super.tryAcquire(options);
                    granted.ifPresent(handle -> owned.put(name, handle));
                    return known ? granted : Optional.ofNullable(owned.get(name));
                }
            };
        }
    }

    private static final class FailingLock extends ForwardingLock {

        FailingLock(DistributedLock to) {
            super(to);
        }

        @Override
        public LockHandle acquire(AcquireOptions options) throws InterruptedException {
            try {
                return super.acquire(options);
            } catch (LockTimeoutException e) {
                throw new LockUnavailableException("'" + name() + "' could not be acquired", e);
            }
        }
    }

    private static final class RetryingAsAnother extends TranslatingBackend {

        private final Map<AttemptId, AttemptId> renamed = new ConcurrentHashMap<>();

        RetryingAsAnother(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = renamed.containsKey(attempt.id()) ? to().tryAcquire(stored(attempt)) : step.get();
            if (outcome instanceof AcquireOutcome.Unknown) {
                renamed.put(attempt.id(), AttemptId.random());
            }
            return outcome;
        }

        @Override
        protected Attempt stored(Attempt attempt) {
            AttemptId id = renamed.getOrDefault(attempt.id(), attempt.id());
            return Attempt.of(attempt.name(), id, attempt.lease(), attempt.tokens(), attempt.holderHint());
        }
    }
}
