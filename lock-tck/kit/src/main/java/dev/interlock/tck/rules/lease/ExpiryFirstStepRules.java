// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The rule of EXP about the first step after the end of a lease. A store may keep the record of a lock whose lease is over
 * until some step clears it away, so each step must look at the end itself.
 */
public abstract class ExpiryFirstStepRules extends ClientRuleTest {

    private final List<Expected> steps = new ArrayList<>();

    /**
     * A step on a lock of its own, whose lease is over by then.
     *
     * @param isFree whether a look shows no holder
     */
    private record Expected(
            String what,
            Grant ended,
            Function<Grant, Object> step,
            Predicate<Object> isRight,
            Predicate<LockName> isFree) {

        private boolean grants(Object outcome) {
            return outcome instanceof AcquireOutcome || outcome instanceof AcquireAllOutcome;
        }
    }

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_each_step_finds_by_itself_that_a_lease_is_over() {
        LockBackend owner = backend();
        LockBackend other = backend();
        singleSteps(owner, other);
        operatorSteps(other);
        stepsOnMany(owner, other);
        if (declares(Capability.SHARES)) {
            shareSteps(owner.shares().orElseThrow(), other.shares().orElseThrow());
        }
        Stopwatch watch = new Stopwatch();
        Duration end = endOf(lease());
        Awaiter.holdsWithin(() -> watch.elapsed().compareTo(end) > 0, end);
        for (Expected each : steps) {
            Object outcome = each.step.apply(each.ended);
            require(
                    each.isRight.test(outcome),
                    "{} was the first step on '{}' after the end of its lease of {}, and ended as {}",
                    each.what,
                    each.ended.attempt().name(),
                    each.ended.lease(),
                    outcome);
            // A write of such a step, for example to keep a late request out, must not begin the lease anew.
            require(
                    each.grants(outcome) || each.isFree.test(nameOf(each.ended)),
                    "{} was the first step on '{}' after the end of its lease of {}, and a holder is shown behind it",
                    each.what,
                    each.ended.attempt().name(),
                    each.ended.lease());
        }
        evidence("{} steps, each the first on a lock whose lease was over", steps.size());
    }

    private void expect(
            String what, LockBackend owner, Function<Grant, Object> step, BiFunction<Grant, Object, Boolean> isRight) {
        Grant brief = granted(owner, attempt(name(), lease()));
        steps.add(new Expected(
                what,
                brief,
                step,
                outcome -> isRight.apply(brief, outcome),
                name -> owner.inspect(name).isEmpty()));
    }

    private void singleSteps(LockBackend owner, LockBackend other) {
        expect(
                "a renewal",
                owner,
                ended -> owner.renew(ended, longLease()),
                (ended, outcome) -> outcome instanceof RenewOutcome.NotOwner);
        expect(
                "a release",
                owner,
                ended -> owner.release(ended.attempt()),
                (ended, outcome) -> outcome instanceof ReleaseOutcome.NotOwner);
        expect(
                "a release by an attempt that was never granted it",
                owner,
                ended -> other.release(next(ended)),
                (ended, outcome) -> outcome instanceof ReleaseOutcome.NotOwner);
        expect("a repeat", owner, ended -> owner.tryAcquire(ended.attempt()), ExpiryFirstStepRules::isNext);
        expect("a try", owner, ended -> other.tryAcquire(next(ended)), ExpiryFirstStepRules::isNext);
        expect("a look", owner, ended -> other.inspect(nameOf(ended)).isEmpty(), (ended, free) -> (Boolean) free);
    }

    private void operatorSteps(LockBackend other) {
        other.operator().ifPresent(operator -> {
            expect(
                    "a free",
                    other,
                    ended -> operator.free(nameOf(ended), ended.token()),
                    (ended, outcome) ->
                            outcome instanceof FreeOutcome.NotHeld || outcome instanceof FreeOutcome.Refused);
            expect(
                    "a list",
                    other,
                    ended -> {
                        try {
                            return operator.list(nameOf(ended).value(), 1);
                        } catch (LockUnavailableException e) {
                            return List.of();
                        }
                    },
                    (ended, listed) -> ((List<?>) listed).isEmpty());
        });
    }

    private void stepsOnMany(LockBackend owner, LockBackend other) {
        owner.bulk().ifPresent(bulk -> {
            expect(
                    "a renewal of many",
                    owner,
                    ended -> bulk.renewAll(List.of(ended), longLease()).get(0),
                    (ended, outcome) -> outcome instanceof RenewOutcome.NotOwner);
            expect(
                    "a release of many",
                    owner,
                    ended -> bulk.releaseAll(List.of(ended.attempt())).get(0),
                    (ended, outcome) -> outcome instanceof ReleaseOutcome.NotOwner);
            if (bulk.canAcquireAll(List.of(new LockName(name())))) {
                expect(
                        "a repeat for many",
                        owner,
                        ended -> bulk.tryAcquireAll(List.of(ended.attempt())),
                        ExpiryFirstStepRules::isNext);
                expect(
                        "a try for many",
                        owner,
                        ended -> bulk(other).tryAcquireAll(List.of(next(ended))),
                        ExpiryFirstStepRules::isNext);
            }
        });
    }

    private void shareSteps(ShareSteps owner, ShareSteps other) {
        expectShare(
                "a renewal of a share",
                owner,
                ended -> owner.renew(ended, longLease()).outcome(),
                (ended, outcome) -> outcome instanceof RenewOutcome.NotOwner);
        expectShare(
                "a release of a share",
                owner,
                ended -> owner.release(ended.attempt()),
                (ended, outcome) -> outcome instanceof ReleaseOutcome.NotOwner);
        expectShare(
                "a repeat for a share",
                owner,
                ended -> owner.tryAcquire(ended.attempt(), Share.WRITE),
                ExpiryFirstStepRules::isNext);
        expectShare(
                "a try for a share",
                owner,
                ended -> other.tryAcquire(next(ended), Share.READ),
                ExpiryFirstStepRules::isNext);
        expectShare(
                "a look at shares",
                owner,
                ended -> other.inspect(nameOf(ended)),
                (ended, holders) -> ((List<?>) holders).isEmpty());
    }

    private void expectShare(
            String what, ShareSteps owner, Function<Grant, Object> step, BiFunction<Grant, Object, Boolean> isRight) {
        Attempt attempt = attempt(
                name(),
                owner.capabilities().minLease().compareTo(lease()) > 0
                        ? owner.capabilities().minLease()
                        : lease());
        AcquireOutcome outcome = owner.tryAcquire(attempt, Share.WRITE);
        if (!(outcome instanceof AcquireOutcome.Granted granted)) {
            throw broken("'{}' is free, and an attempt for a share ended as {}", attempt.name(), outcome);
        }
        Grant brief = granted.grant();
        steps.add(new Expected(
                what,
                brief,
                step,
                ended -> isRight.apply(brief, ended),
                name -> owner.inspect(name).isEmpty()));
    }

    /** Whether a later attempt was granted the lock, with a greater token. */
    private static boolean isNext(Grant ended, Object outcome) {
        if (outcome instanceof AcquireAllOutcome.Granted all) {
            return all.grants().get(0).token() > ended.token();
        }
        return outcome instanceof AcquireOutcome.Granted granted
                && granted.grant().token() > ended.token();
    }

    private Attempt next(Grant ended) {
        return attempt(nameOf(ended).value(), longLease());
    }

    private static LockName nameOf(Grant grant) {
        return grant.attempt().name();
    }
}
