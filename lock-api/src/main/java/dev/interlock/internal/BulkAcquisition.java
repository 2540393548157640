// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request for several locks, which acquires all of them or none, and what becomes of its outcome. Asks once; used
 * by one thread, but for the reports.
 */
final class BulkAcquisition {

    private final Engine engine;
    private final Thread caller;
    private final Function<LockName, AcquisitionNews> newsOf;
    private final List<Part> parts;
    private @Nullable LockName busy;
    private @Nullable LockException failure;

    /** One of the locks: its attempt, its options, and what was reported of the attempt meanwhile. */
    private record Part(Attempt attempt, EffectiveOptions options, PendingReports reports) {}

    BulkAcquisition(
            Engine engine,
            List<LockName> names,
            Function<LockName, EffectiveOptions> optionsOf,
            Function<LockName, AcquisitionNews> newsOf,
            Thread caller) {
        this.engine = engine;
        this.caller = caller;
        this.newsOf = newsOf;
        parts = new ArrayList<>(names.size());
        for (LockName name : names) {
            EffectiveOptions options = optionsOf.apply(name);
            Attempt attempt = new Attempt(name, engine.machine.attemptId(), options.kept(), 1, engine.holderHint);
            PendingReports reports = new PendingReports(engine.activeLocks);
            reports.expect(attempt.id());
            parts.add(new Part(attempt, options, reports));
        }
    }

    /**
     * Asks the store.
     *
     * @param wanted whether there is still somebody to take the locks when they are granted
     * @return the tenures in the order of the names, or none: then {@link #busy} or {@link #failure} says why
     */
    List<Tenure> ask(BulkSteps steps, BooleanSupplier wanted) {
        try {
            return asked(steps, wanted);
        } finally {
            parts.forEach(part -> part.reports.end());
        }
    }

    private List<Tenure> asked(BulkSteps steps, BooleanSupplier wanted) {
        long driftMillis = LeaseDeadline.driftMillis(engine.clock);
        AcquireAllOutcome outcome =
                steps.tryAcquireAll(parts.stream().map(Part::attempt).toList());
        if (outcome instanceof AcquireAllOutcome.Granted granted) {
            return granted(granted.grants(), driftMillis, wanted);
        }
        if (outcome instanceof AcquireAllOutcome.Contended contended) {
            busy = contended.busy();
        } else if (outcome instanceof AcquireAllOutcome.Refused refused) {
            failure = refused.cause();
        } else if (outcome instanceof AcquireAllOutcome.Unknown unknown) {
            Attempt first = parts.get(0).attempt;
            failure = AcquireFailures.noAnswer(first, engine.backend.store(), unknown.cause());
            withdraw();
        }
        return List.of();
    }

    /** One of the locks that another holder has; null if there is none. */
    @Nullable
    LockName busy() {
        return busy;
    }

    /** Why the store did not say, or could not do it; null if it did. */
    @Nullable
    LockException failure() {
        return failure;
    }

    private List<Tenure> granted(List<Grant> grants, long driftMillis, BooleanSupplier wanted) {
        List<Tenure> tenures = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            tenures.add(new Tenure(engine, grants.get(i), parts.get(i).options, driftMillis, false, NamedLock::always));
        }
        if (!tenures.stream().allMatch(Tenure::isProven)) {
            failure = AcquireFailures.lateAnswer(
                    parts.get(0).attempt.name(), parts.get(0).options.lease(), engine.backend.store());
            withdraw();
            return List.of();
        }
        if (!wanted.getAsBoolean()) {
            withdraw();
            return List.of();
        }
        for (int i = 0; i < tenures.size(); i++) {
            begin(tenures.get(i), parts.get(i));
        }
        return tenures;
    }

    /** In the order in which a lock that is acquired alone becomes a hold. */
    private void begin(Tenure tenure, Part part) {
        newsOf.apply(part.attempt.name()).acquired(tenure.token(), Duration.ZERO);
        engine.activeLocks.granted(tenure, caller);
        part.reports.deliver(tenure);
        tenure.check();
    }

    private void withdraw() {
        parts.forEach(part -> engine.compensator.withdraw(part.attempt, part.attempt.lease(), false, () -> {}));
    }
}
