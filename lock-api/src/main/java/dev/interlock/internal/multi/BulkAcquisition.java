// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.internal.acquire.AcquireFailures;
import dev.interlock.internal.acquire.AcquisitionNews;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.hold.PendingReports;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.LeaseDeadline;
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

    private final Acquisitions acquisitions;
    private final Holds holds;
    private final Thread caller;
    private final Function<LockName, AcquisitionNews> newsOf;
    private final List<Part> parts;
    private @Nullable LockName busy;
    private @Nullable LockException failure;

    /** One of the locks: its attempt, its options, and what was reported of the attempt meanwhile. */
    private record Part(Attempt attempt, EffectiveOptions options, PendingReports reports) {}

    BulkAcquisition(
            Acquisitions acquisitions,
            List<LockName> names,
            Function<LockName, EffectiveOptions> optionsOf,
            Function<LockName, AcquisitionNews> newsOf,
            Thread caller) {
        this.acquisitions = acquisitions;
        holds = acquisitions.holds;
        this.caller = caller;
        this.newsOf = newsOf;
        parts = new ArrayList<>(names.size());
        for (LockName name : names) {
            EffectiveOptions options = optionsOf.apply(name);
            Attempt attempt = acquisitions.attempt(
                    name, options.kept(), newsOf.apply(name).calls());
            PendingReports reports = new PendingReports(holds);
            reports.expect(attempt.id());
            parts.add(new Part(attempt, options, reports));
        }
    }

    /**
     * Asks the store.
     *
     * @param wanted whether the caller still wants the locks when they are granted
     * @return the members in the order of the names, or none: then {@link #busy} or {@link #failure} says why
     */
    List<Hold> ask(BulkSteps steps, BooleanSupplier wanted) {
        try {
            return asked(steps, wanted);
        } finally {
            parts.forEach(part -> part.reports.end());
        }
    }

    private List<Hold> asked(BulkSteps steps, BooleanSupplier wanted) {
        parts.forEach(part -> holds.retained.release(part.attempt.name()));
        long driftMillis = LeaseDeadline.driftMillis(acquisitions.machine);
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
            failure = AcquireFailures.noAnswer(first, acquisitions.backend.store(), unknown.cause());
            compensate();
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

    private List<Hold> granted(List<Grant> grants, long driftMillis, BooleanSupplier wanted) {
        List<Hold> members = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            members.add(new Hold(holds, grants.get(i), parts.get(i).options, driftMillis, false, Acquisitions.ALWAYS));
        }
        if (!members.stream().allMatch(Hold::isProven)) {
            failure = AcquireFailures.lateAnswer(
                    parts.get(0).attempt.name(), parts.get(0).options.lease(), acquisitions.backend.store());
            compensate();
            return List.of();
        }
        if (!wanted.getAsBoolean()) {
            compensate();
            return List.of();
        }
        for (int i = 0; i < members.size(); i++) {
            begin(members.get(i), parts.get(i));
        }
        return members;
    }

    /** In the order in which a lock that is acquired alone becomes a hold. */
    private void begin(Hold hold, Part part) {
        newsOf.apply(part.attempt.name()).acquired(hold.token(), Duration.ZERO);
        holds.granted(hold, caller);
        part.reports.deliver(hold);
        hold.check();
    }

    private void compensate() {
        parts.forEach(part -> holds.compensator.compensate(part.attempt, part.attempt.lease(), false, () -> {}));
    }
}
