// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.StreamCorruptedException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Memory has no records that can be damaged, so this is put between the store and what is around it. */
final class MemoryDamage {

    private final Set<String> damaged = ConcurrentHashMap.newKeySet();

    /**
     * The damage to the locks that the store keeps.
     *
     * @param kept whether the store keeps something for a name
     */
    StoreDamage damage(Predicate<String> kept) {
        return new StoreDamage("garbage", name -> kept.test(name) && damaged.add(name));
    }

    /** A backend that meets the damage. */
    LockBackend over(LockBackend store) {
        return new Reading(store);
    }

    private final class Reading extends ForwardingBackend {

        Reading(LockBackend to) {
            super(to);
        }

        private boolean fails(LockName name) {
            return damaged.contains(name.value());
        }

        private StreamCorruptedException failure(LockName name) {
            return new StreamCorruptedException("the record of '" + name + "' cannot be read");
        }

        private LockUnavailableException unavailable(LockName name) {
            StreamCorruptedException cause = failure(name);
            return new LockUnavailableException(cause.getMessage() + " (" + store() + ")", cause);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            return fails(attempt.name()) ? new AcquireOutcome.Refused(unavailable(attempt.name()), false) : step.get();
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            LockName name = grant.attempt().name();
            return fails(name) ? new RenewOutcome.Unknown(failure(name)) : super.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return fails(attempt.name()) ? new ReleaseOutcome.Unknown(failure(attempt.name())) : super.release(attempt);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            if (fails(name)) {
                throw unavailable(name);
            }
            return super.inspect(name);
        }

        /** The rules damage no lock of a set. */
        @Override
        public Optional<BulkSteps> bulk() {
            return to().bulk();
        }
    }
}
