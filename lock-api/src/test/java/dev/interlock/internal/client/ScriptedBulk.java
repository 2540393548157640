// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The steps of a scripted store for many locks: grants and frees as the test says, and records the requests. */
public final class ScriptedBulk implements BulkSteps {

    public final ScriptedBackend backend;
    public volatile List<Attempt> asked = List.of();
    public volatile List<Attempt> freed = List.of();
    public volatile Predicate<List<LockName>> can = names -> true;
    public volatile Function<List<Attempt>, AcquireAllOutcome> answer = this::grantAll;
    volatile Function<Attempt, ReleaseOutcome> release = attempt -> new ReleaseOutcome.Released();

    /** Those of a store that has none yet. */
    public ScriptedBulk(ScriptedBackend backend) {
        this.backend = backend;
        backend.bulk = Optional.of(this);
    }

    public AcquireAllOutcome grantAll(List<Attempt> attempts) {
        long sent = backend.context.clock().nanoTime();
        return new AcquireAllOutcome.Granted(attempts.stream()
                .map(attempt -> Grant.of(attempt, 1, sent, attempt.lease()))
                .toList());
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return can.test(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        asked = attempts;
        return answer.apply(attempts);
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return grants.stream().map(grant -> backend.renewed(lease)).toList();
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        freed = attempts;
        return attempts.stream().map(release).toList();
    }
}
