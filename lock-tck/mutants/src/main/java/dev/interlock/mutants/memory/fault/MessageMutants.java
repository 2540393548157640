// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
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
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Storeless::new)));
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
}
