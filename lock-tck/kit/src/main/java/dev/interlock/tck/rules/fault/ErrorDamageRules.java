// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule of ERR about a record that the store keeps and that no backend can read. */
public abstract class ErrorDamageRules extends ClientRuleTest {

    /** The second try shows that the first one did not repair the record into one that was never used. */
    private static final int TRIES = 2;

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_a_damaged_record_of_a_held_lock_is_no_free_lock() throws Exception {
        for (StoreDamage damage : damages()) {
            LockBackend holder = backend();
            Grant held = granted(holder, attempt(name(), longLease()));
            String lock = "a lock that is held with token " + held.token();
            if (requireUnreadable(damage, held.attempt(), lock)) {
                requireHeldStill(holder, held, lock + ", whose record is " + damage.description() + ",");
            }
        }
    }

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_a_damaged_record_of_a_released_lock_is_no_first_token() throws Exception {
        for (StoreDamage damage : damages()) {
            LockBackend former = backend();
            Grant grant = granted(former, attempt(name(), longLease()));
            ReleaseOutcome outcome = former.release(grant.attempt());
            require(
                    outcome instanceof ReleaseOutcome.Released,
                    "the release of '{}' ended as {}",
                    grant.attempt().name(),
                    outcome);
            requireUnreadable(damage, grant.attempt(), "a lock whose last token is " + grant.token());
        }
    }

    private List<StoreDamage> damages() {
        List<StoreDamage> damages = fixture().damages();
        if (damages.isEmpty()) {
            throw notExercised("the fixture cannot damage what its store keeps for a lock");
        }
        return damages;
    }

    /** False if the store keeps nothing that could be damaged. */
    private boolean requireUnreadable(StoreDamage damage, Attempt attempt, String lock) throws Exception {
        String name = attempt.name().value();
        String what = "'" + name + "', " + lock + ", whose record is " + damage.description() + ",";
        if (!damage.of(name)) {
            evidence("the store keeps nothing for {}", lock);
            return false;
        }
        LockClient other = client();
        for (int i = 0; i < TRIES; i++) {
            requireNoAnswer(other, name, what);
            requireNotShown(other, name, what);
        }
        evidence("{}, and {}: no grant, and the callers know why", lock, damage.description());
        return true;
    }

    /** No step takes the record for that of a free lock, nor makes it one. */
    private void requireHeldStill(LockBackend holder, Grant held, String what) throws Exception {
        LockBackend other = backend();
        LockName name = held.attempt().name();
        RenewOutcome renewal = holder.renew(held, longLease());
        require(!(renewal instanceof RenewOutcome.NotOwner), "the renewal of {} ended as {}", what, renewal);
        ReleaseOutcome release = other.release(like(held.attempt()));
        require(
                !(release instanceof ReleaseOutcome.Released),
                "the release of {} by an attempt that was never granted it ended as {}",
                what,
                release);
        requireNoAnswer(client(), name.value(), what + " after a release by another,");
        Optional<OperatorSteps> operator = other.operator();
        if (operator.isPresent()) {
            FreeOutcome free = operator.get().free(name, held.token());
            require(!(free instanceof FreeOutcome.NotHeld), "the free of {} ended as {}", what, free);
        }
    }

    private void requireNoAnswer(LockClient other, String name, String what) throws InterruptedException {
        try {
            Optional<LockHandle> result = other.lock(name).tryAcquire(unrenewed(longLease()));
            throw broken(
                    "{} was {}",
                    what,
                    result.map(handle -> "granted with token " + handle.fencingToken())
                            .orElse("reported as held by another"));
        } catch (LockException e) {
            require(
                    e instanceof LockUnavailableException || e instanceof LockOutcomeUnknownException,
                    "acquiring {} ended as {}",
                    what,
                    e);
        }
    }

    private void requireNotShown(LockClient other, String name, String what) {
        try {
            Optional<Holder> shown = other.inspect(name);
            throw broken(
                    "inspect of {} shows {}", what, shown.map(Holder::toString).orElse("no holder"));
        } catch (LockUnavailableException e) {
            require(
                    String.valueOf(e.getMessage()).contains(name),
                    "the failure of an inspection of {} does not name it: {}",
                    what,
                    e);
        }
    }
}
