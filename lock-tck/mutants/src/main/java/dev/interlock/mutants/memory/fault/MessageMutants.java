// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Mutants for rule ERR-4: messages that contain too much or too little. */
public final class MessageMutants {

    private MessageMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "err-owner-shown",
                        "the owner id is part of a message",
                        Set.of(Rule.ERR_4),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), ShowingOwner::new)),
                new Mutant(
                        "err-nameless",
                        "the message about a wait in vain names nothing",
                        Set.of(Rule.ERR_4),
                        () -> MutantFixture.ofLocks(new MemoryFixture(), Nameless::new)),
                new Mutant(
                        "err-storeless",
                        "the message about an unreachable store is the driver's own",
                        Set.of(Rule.ERR_4),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Storeless::new)),
                new Mutant(
                        "err-owner-in-a-loss",
                        "the report of a loss shows the owner id of the next holder",
                        Set.of(Rule.ERR_4),
                        () -> {
                            Map<LockName, AttemptId> owners = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new NamingOwner(backend, owners));
                        }));
    }

    private static final class ShowingOwner extends ForwardingBackend {

        ShowingOwner(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Unknown
                    ? new AcquireOutcome.Unknown(new IOException(
                            "SET " + attempt.name() + " " + attempt.id().text() + ": no reply"))
                    : outcome;
        }
    }

    private static final class Nameless extends ForwardingLock {

        Nameless(DistributedLock to) {
            super(to);
        }

        @Override
        public LockHandle acquire(AcquireOptions options) throws InterruptedException {
            try {
                return super.acquire(options);
            } catch (LockTimeoutException e) {
                throw new LockTimeoutException("not acquired");
            }
        }
    }

    private static final class Storeless extends ForwardingBackend {

        Storeless(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused refused
                    ? new AcquireOutcome.Refused(
                            new LockUnavailableException("connection refused", refused.cause()), refused.retryable())
                    : outcome;
        }
    }

    private static final class NamingOwner extends ForwardingBackend {

        private final Map<LockName, AttemptId> owners;

        NamingOwner(LockBackend to, Map<LockName, AttemptId> owners) {
            super(to);
            this.owners = owners;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted) {
                owners.put(attempt.name(), attempt.id());
            }
            return outcome;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            AttemptId owner = owners.get(grant.attempt().name());
            return outcome instanceof RenewOutcome.NotOwner && owner != null
                    ? new RenewOutcome.NotOwner("the lock belongs to " + new UUID(owner.high(), owner.low()))
                    : outcome;
        }
    }
}
