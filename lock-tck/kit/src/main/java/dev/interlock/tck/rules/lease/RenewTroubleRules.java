// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rule of REN about renewals that hang within their backend, since the store keeps what belongs to their locks. */
public abstract class RenewTroubleRules extends ClientRuleTest {

    /** So many renewals hang at once. */
    private static final int STUCK = 6;

    /** Of so many renewals the quickest counts, since the machine may hold up the others. */
    private static final int TRIES = 3;

    /** What a busy machine may add to the quickest. */
    private static final Duration NOISE = Duration.ofMillis(150);

    @Test
    @Proves(Rule.REN_9)
    void REN_9_renewals_that_hang_at_the_store_do_not_hold_up_those_of_other_locks() throws Exception {
        List<StoreTrouble> passing =
                troubles().stream().filter(StoreTrouble::passes).toList();
        if (passing.isEmpty()) {
            throw notExercised("the fixture has no trouble that passes by itself");
        }
        for (StoreTrouble trouble : passing) {
            requireOthersRenewed(trouble);
        }
    }

    private void requireOthersRenewed(StoreTrouble trouble) throws Exception {
        LockBackend backend = started(trouble.openBackend());
        List<Grant> stuck = new ArrayList<>();
        for (int i = 0; i < STUCK; i++) {
            stuck.add(granted(backend, attempt(name(), longLease())));
        }
        Grant other = granted(backend, attempt(name(), longLease()));
        trouble.begin(stuck.stream().map(each -> each.attempt().name().value()).collect(Collectors.toSet()));
        RenewOutcome failed = backend.renew(stuck.get(0), longLease());
        Duration limit = LONG;
        for (int i = 0; i < TRIES && !(failed instanceof RenewOutcome.Renewed); i++) {
            Stopwatch watch = new Stopwatch();
            failed = backend.renew(stuck.get(0), longLease());
            limit = watch.elapsed().compareTo(limit) < 0 ? watch.elapsed() : limit;
        }
        Duration bound = limit.multipliedBy(2).plus(NOISE);
        boolean canTell = limit.multipliedBy(STUCK).compareTo(bound) > 0;
        if (failed instanceof RenewOutcome.Renewed || !canTell || !isRenewed(backend, other)) {
            evidence(
                    "while {} a renewal ends as {} after {} ms, or all of them fail",
                    trouble.description(),
                    failed,
                    limit.toMillis());
            trouble.end();
            return;
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger begun = new AtomicInteger();
        List<Future<Boolean>> hanging = stuck.stream()
                .map(grant -> start(() -> {
                    while (!over.get()) {
                        begun.incrementAndGet();
                        backend.renew(grant, longLease());
                    }
                    return true;
                }))
                .toList();
        Duration quickest = LONG;
        for (int i = 0; i < TRIES; i++) {
            int before = Math.max(begun.get(), STUCK);
            // A renewal that has just ended would pass them at once.
            await("the renewals of " + STUCK + " other locks hang", () -> begun.get() > before);
            Stopwatch watch = new Stopwatch();
            boolean renewed = isRenewed(backend, other);
            quickest = renewed && watch.elapsed().compareTo(quickest) < 0 ? watch.elapsed() : quickest;
        }
        over.set(true);
        for (Future<Boolean> each : hanging) {
            join("a renewal that hangs", each, LONG);
        }
        trouble.end();
        require(
                quickest.compareTo(bound) < 0,
                "while {}, which is no trouble of '{}', and {} renewals of other locks hang for {} ms each, its quickest"
                        + " renewal of {} took {} ms",
                trouble.description(),
                other.attempt().name(),
                STUCK,
                limit.toMillis(),
                TRIES,
                quickest.toMillis());
        evidence(
                "a renewal took {} ms while {} others hung for {} ms each",
                quickest.toMillis(),
                STUCK,
                limit.toMillis());
    }

    private boolean isRenewed(LockBackend backend, Grant grant) {
        return backend.renew(grant, longLease()) instanceof RenewOutcome.Renewed;
    }
}
