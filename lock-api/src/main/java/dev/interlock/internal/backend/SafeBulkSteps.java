// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.LockName;
import dev.interlock.internal.machine.NoThreadException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The steps of a backend for many locks, which always end in an outcome for each, as those of {@link SafeBackend}. */
final class SafeBulkSteps implements BulkSteps {

    private final SafeBackend safe;
    private final BulkSteps steps;

    SafeBulkSteps(SafeBackend safe, BulkSteps steps) {
        this.safe = safe;
        this.steps = steps;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return steps.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        return safe.counted(
                () -> SafeBackend.outcome(
                        () -> safe.machine.uninterruptibly(
                                () -> complete(steps.tryAcquireAll(attempts), attempts.size())),
                        this::notGranted),
                () -> new AcquireAllOutcome.Refused(safe.closed(), false));
    }

    private AcquireAllOutcome notGranted(Exception thrown) {
        return thrown instanceof NoThreadException
                ? new AcquireAllOutcome.Refused(safe.notBegun(thrown), true)
                : new AcquireAllOutcome.Unknown(thrown);
    }

    private static AcquireAllOutcome complete(AcquireAllOutcome outcome, int asked) {
        if (outcome instanceof AcquireAllOutcome.Granted granted) {
            requireOneEach(granted.grants(), asked);
        }
        return outcome;
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return forEach(grants.size(), () -> steps.renewAll(grants, lease), RenewOutcome.Unknown::new);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return forEach(attempts.size(), () -> steps.releaseAll(attempts), ReleaseOutcome.Unknown::new);
    }

    private <T> List<T> forEach(int asked, Supplier<@Nullable List<T>> step, Function<Exception, T> unknown) {
        return safe.counted(
                () -> SafeBackend.outcome(
                        () -> safe.machine.uninterruptibly(() -> requireOneEach(step.get(), asked)),
                        e -> Collections.nCopies(asked, unknown.apply(e))),
                () -> Collections.nCopies(asked, unknown.apply(safe.closed())));
    }

    private static <T> @Nullable List<T> requireOneEach(@Nullable List<T> outcomes, int asked) {
        if (outcomes != null && outcomes.size() != asked) {
            throw new IllegalStateException(
                    "the backend gave " + outcomes.size() + " outcomes for " + asked + " locks");
        }
        return outcomes;
    }
}
