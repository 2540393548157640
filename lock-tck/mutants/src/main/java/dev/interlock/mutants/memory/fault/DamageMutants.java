// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.StreamCorruptedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants for the ERR rule about records that cannot be read. They handle every other failure well. */
public final class DamageMutants {

    private DamageMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant("new", "a record that cannot be read is taken for one that was never written", BegunAnew::new),
                mutant("contention", "a record that cannot be read is reported as held by another", Held::new),
                mutant("free", "inspect shows no holder if it cannot read the record", ShownFree::new),
                mutant("no-owner", "a renewal that cannot read the record finds no owner in it", RenewalDenied::new));
    }

    private static Mutant mutant(String id, String broken, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                "damage-is-" + id,
                broken,
                Set.of(Rule.ERR_1),
                () -> MutantFixture.ofStore((backend, store) -> defect.apply(backend)));
    }

    private static boolean isDamage(LockUnavailableException failure) {
        return failure.getCause() instanceof StreamCorruptedException;
    }

    private static final class BegunAnew extends ForwardingBackend {

        BegunAnew(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused refused && isDamage(refused.cause())
                    ? new AcquireOutcome.Granted(
                            Grant.of(attempt, 1, context().clock().nanoTime(), attempt.lease()))
                    : outcome;
        }
    }

    private static final class Held extends ForwardingBackend {

        Held(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused refused && isDamage(refused.cause())
                    ? new AcquireOutcome.Contended(Duration.ofMillis(10))
                    : outcome;
        }
    }

    private static final class RenewalDenied extends ForwardingBackend {

        RenewalDenied(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return super.renew(grant, lease) instanceof RenewOutcome.Renewed renewed
                    ? renewed
                    : new RenewOutcome.NotOwner("the record has no owner");
        }
    }

    private static final class ShownFree extends ForwardingBackend {

        ShownFree(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            try {
                return super.inspect(name);
            } catch (LockUnavailableException e) {
                if (isDamage(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        }
    }
}
