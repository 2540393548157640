// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Memory has no trouble of its own, so that it is put between the store and what is around it. */
final class MemoryTrouble implements StoreTrouble {

    private final Supplier<? extends LockBackend> store;
    private final UnaryOperator<LockBackend> server;
    private final boolean mayExecute;
    private volatile Set<String> names = Set.of();

    /**
     * A trouble of a store.
     *
     * @param store opens a backend of the store that fails
     * @param server what is around it
     * @param mayExecute whether a step that failed may have been executed
     */
    MemoryTrouble(Supplier<? extends LockBackend> store, UnaryOperator<LockBackend> server, boolean mayExecute) {
        this.store = store;
        this.server = server;
        this.mayExecute = mayExecute;
    }

    @Override
    public String description() {
        return mayExecute ? "the store fails in the middle of its steps" : "the store refuses its steps";
    }

    @Override
    public boolean mayExecute() {
        return mayExecute;
    }

    @Override
    public boolean passes() {
        return true;
    }

    @Override
    public LockBackend openBackend() {
        return server.apply(new Failing(store.get()));
    }

    @Override
    public void begin(Set<String> locks) {
        names = Set.copyOf(locks);
    }

    @Override
    public void end() {
        names = Set.of();
    }

    @Override
    public void close() {
        end();
    }

    private final class Failing extends ForwardingBackend {

        Failing(LockBackend to) {
            super(to);
        }

        private boolean fails(LockName name) {
            return names.contains(name.value());
        }

        private IOException failure() {
            return new IOException(MemoryTrouble.this.description());
        }

        private LockUnavailableException unavailable(LockName name) {
            return new LockUnavailableException(
                    "'" + name + "': " + MemoryTrouble.this.description() + " (" + store() + ")", failure());
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (!fails(attempt.name())) {
                return step.get();
            }
            return mayExecute
                    ? new AcquireOutcome.Unknown(failure())
                    : new AcquireOutcome.Refused(unavailable(attempt.name()), true);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return fails(grant.attempt().name()) ? new RenewOutcome.Unknown(failure()) : super.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return fails(attempt.name()) ? new ReleaseOutcome.Unknown(failure()) : super.release(attempt);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            if (fails(name)) {
                throw unavailable(name);
            }
            return super.inspect(name);
        }
    }
}
