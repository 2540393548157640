// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.operator;

import dev.interlock.Capability;
import dev.interlock.FreeResult;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of OPS about a free: of the present hold, and of another; and about the former holder. */
public abstract class OperatorFreeRules extends OperatorRuleTest {

    private static final int SOME_TOKENS = 5;

    /** Polls often if the store gives no signal. */
    private static final RetryPolicy EAGER =
            new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(100), Integer.MAX_VALUE);

    @Test
    @Proves(Rule.OPS_1)
    void OPS_1_a_freed_lock_is_granted_at_once_with_a_greater_token() {
        LockBackend other = freeing();
        int tokens = Math.min(SOME_TOKENS, other.capabilities().maxTokens());
        Attempt attempt = Attempt.of(new LockName(name()), AttemptId.random(), longLease(), tokens, null);
        Grant freed = granted(backend(), attempt);
        requireFreed(steps(other), attempt.name().value(), freed.token());
        Optional<Holder> holder = other.inspect(attempt.name());
        require(holder.isEmpty(), "'{}' was freed, and inspect shows {}", attempt.name(), holder);
        Grant next = granted(other, attempt(attempt.name().value(), longLease()));
        long last = freed.token() + tokens - 1;
        require(
                next.token() > last,
                "'{}' was freed while its holder had tokens up to {}, and the next grant has token {}",
                attempt.name(),
                last,
                next.token());
        evidence("tokens {} to {} were freed, and the next grant has {}", freed.token(), last, next.token());
    }

    @Test
    @Proves(Rule.OPS_1)
    void OPS_1_a_free_wakes_a_waiter_as_a_release_does() throws Exception {
        boolean notified = freeing().capabilities().has(Capability.NOTIFIES_WAITERS);
        InterceptedBackend backend = intercepted();
        if (notified) {
            backend.wakeBySignalsOnly();
        }
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, unrenewed(longLease()));
        Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(
                client,
                name,
                unrenewed(longLease())
                        .withMaxWait(Awaiter.stretched(patience()))
                        .withRetry(EAGER)));
        await("the waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        Stopwatch watch = new Stopwatch();
        FreeResult result = client.operator().free(name, held.fencingToken());
        require(
                result instanceof FreeResult.Freed,
                "'{}' is held with token {}, and a free with that token ended as {}",
                name,
                held.fencingToken(),
                result);
        require(
                join("the acquisition of a waiter for a lock that was freed", waiting)
                        .isPresent(),
                "'{}' was freed, and its waiter did not get it within {} ms{}",
                name,
                waitedMillis(),
                notified ? ": NOTIFIES_WAITERS is declared, and no signal came" : "");
        evidence("granted {} ms after the free", watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.OPS_2)
    void OPS_2_a_free_with_another_token_changes_nothing() {
        OperatorSteps operator = steps(freeing());
        LockBackend holder = backend();
        String name = name();
        requireNotHeld(operator, name, 1, "was never acquired");
        Grant former = granted(holder, attempt(name, longLease()));
        holder.release(former.attempt());
        requireNotHeld(operator, name, former.token(), "was released");
        int tokens = Math.min(SOME_TOKENS, holder.capabilities().maxTokens());
        Grant present = granted(holder, Attempt.of(new LockName(name), AttemptId.random(), longLease(), tokens, null));
        requireRefused(operator, holder, present, former.token());
        // A hold is known by its first token; the next ones are of its own block, or of none.
        requireRefused(operator, holder, present, present.token() + 1);
        requireRefused(operator, holder, present, present.token() + tokens);
        requireFreed(operator, name, present.token());
        requireNotHeld(operator, name, present.token(), "was freed");
        fixture().storeHooks().ifPresent(store -> {
            Grant expired = granted(holder, attempt(name, longLease()));
            store.expire(name);
            requireNotHeld(operator, name, expired.token(), "has an owner whose lease is over");
        });
    }

    private void requireNotHeld(OperatorSteps operator, String name, long token, String why) {
        FreeOutcome outcome = operator.free(new LockName(name), token);
        require(
                outcome instanceof FreeOutcome.NotHeld,
                "'{}' {}, and a free with token {} ended as {}",
                name,
                why,
                token,
                outcome);
    }

    private void requireRefused(OperatorSteps operator, LockBackend holder, Grant present, long token) {
        LockName name = present.attempt().name();
        FreeOutcome outcome = operator.free(name, token);
        require(
                outcome.equals(new FreeOutcome.OtherToken(present.token())),
                "'{}' is held with token {}, and a free with token {} ended as {}",
                name,
                present.token(),
                token,
                outcome);
        RenewOutcome renewed = holder.renew(present, longLease());
        require(
                renewed instanceof RenewOutcome.Renewed,
                "'{}' is held with token {}, and after a free with token {} the holder's renewal ended as {}",
                name,
                present.token(),
                token,
                renewed);
    }

    @Test
    @Proves(Rule.OPS_3)
    void OPS_3_the_holder_of_a_freed_lock_is_lost_and_notified() throws Exception {
        LockBackend other = freeing();
        String name = name();
        LockHandle former = hold(client(), name, unrenewed(longLease()));
        List<LockLost> told = lossesOf(former);
        Stopwatch freed = new Stopwatch();
        requireFreed(steps(other), name, former.fencingToken());
        LockHandle next = hold(client(), name, unrenewed(longLease()).withMaxWait(patience()));
        boolean reported = other.capabilities().has(Capability.REPORTS_LOSS);
        if (reported) {
            await(
                    "the holder of '" + name
                            + "', which was freed, is notified without a request, long before its lease ends",
                    () -> !told.isEmpty(),
                    shorter(patience().multipliedBy(3), longLease().dividedBy(2)));
        }
        long millis = freed.elapsed().toMillis();
        RenewResult renewal = former.renew(longLease());
        require(
                renewal == RenewResult.NOT_HELD && former.state() == HandleState.LOST,
                "'{}' was freed, the renewal of its former holder said {}, and the handle is {}",
                name,
                renewal,
                former.state());
        await("the former holder of '" + name + "' is notified", () -> !told.isEmpty());
        ReleaseResult release = former.release();
        require(
                release == ReleaseResult.NOT_HELD,
                "'{}' was freed, and its former holder's release said {}",
                name,
                release);
        requireUntouched(name, next, "a renewal and a release of its former holder");
        evidence(reported ? "notified {} ms after the free" : "notified by a renewal, {} ms after the free", millis);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** At the store: a client that knows of its loss asks it no more. */
    @Test
    @Proves(Rule.OPS_3)
    void OPS_3_the_store_denies_the_owner_of_a_freed_lock() {
        LockBackend other = freeing();
        LockBackend holder = backend();
        Grant former = granted(holder, attempt(name(), longLease()));
        LockName name = former.attempt().name();
        requireFreed(steps(other), name.value(), former.token());
        requireDenied(holder, former, "was freed");
        Grant next = granted(other, attempt(name.value(), longLease()));
        requireDenied(holder, former, "was freed and granted to another");
        require(
                isHeld(other, next),
                "'{}' was granted with token {} after it was freed, and that hold is gone",
                name,
                next.token());
    }

    private void requireDenied(LockBackend holder, Grant former, String what) {
        RenewOutcome renewal = holder.renew(former, longLease());
        ReleaseOutcome release = holder.release(former.attempt());
        require(
                renewal instanceof RenewOutcome.NotOwner && release instanceof ReleaseOutcome.NotOwner,
                "'{}' {}, its former owner's renewal ended as {}, and its release as {}",
                former.attempt().name(),
                what,
                renewal,
                release);
    }
}
