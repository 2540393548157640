// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backend whose steps always end in an outcome: whatever they throw, errors included, and no outcome at all count as
 * unknown. An exception that went up from a step would leave a waiter, and with it the name, stuck for ever. An
 * interrupt does not get into a step to acquire or to inspect; those who renew and release see to that themselves.
 */
record SafeBackend(LockBackend backend) implements LockBackend {

    @Override
    public Capabilities capabilities() {
        return backend.capabilities();
    }

    @Override
    public String store() {
        return backend.store();
    }

    @Override
    public void start(BackendContext context) {
        backend.start(context);
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(() -> backend.tryAcquire(attempt));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return outcome(() -> backend.renew(grant, lease), RenewOutcome.Unknown::new);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return outcome(() -> backend.release(attempt), ReleaseOutcome.Unknown::new);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return Uninterruptibly.call(() -> backend.inspect(name));
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new SafeContest(backend, attempt);
    }

    @Override
    public void close() {
        Uninterruptibly.run(backend::close);
    }

    static AcquireOutcome acquire(Supplier<@Nullable AcquireOutcome> step) {
        return outcome(() -> Uninterruptibly.call(step), AcquireOutcome.Unknown::new);
    }

    private static <T> T outcome(Supplier<@Nullable T> step, Function<Exception, T> unknown) {
        try {
            T outcome = step.get();
            return outcome != null ? outcome : unknown.apply(new IllegalStateException("the backend gave no outcome"));
        } catch (Exception e) {
            // Checked ones too: code in other languages throws them undeclared.
            return unknown.apply(e);
        } catch (Error e) {
            return unknown.apply(new IllegalStateException(String.valueOf(e), e));
        }
    }
}
