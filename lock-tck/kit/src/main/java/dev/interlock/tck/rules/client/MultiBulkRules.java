// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rule of MULTI about one request for many locks. */
public abstract class MultiBulkRules extends InstrumentedRuleTest {

    private static final int MANY = 24;

    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_one_request_takes_all_or_none() throws Exception {
        if (!capabilities().has(Capability.GRANTS_ALL_AT_ONCE)) {
            showOneAfterAnother();
            return;
        }
        List<String> names = unsorted();
        Taken taken = takeAtOnce(backend(), names);
        List<Grant> again = grantedAll(taken.backend, taken.set);
        require(tokens(again).equals(tokens(taken.grants)), "{} was granted anew as {}", taken.grants, again);
        String before = names.get(0) + "0";
        String behind = names.get(2) + "0";
        List<Attempt> overlapping = attempts(List.of(before, names.get(1), behind));
        AcquireAllOutcome refused = bulk(backend(), overlapping).tryAcquireAll(overlapping);
        require(
                refused instanceof AcquireAllOutcome.Contended contended
                        && contended.busy().equals(overlapping.get(1).name()),
                "asking for {}, of which the second is taken, ended as {}",
                overlapping,
                refused);
        LockClient client = client();
        require(isFree(client, before) && isFree(client, behind), "a part of {} was taken", overlapping);
        evidence("one request took 3 locks, sent again found them, and another took none of 3 of which 1 was taken");
    }

    @Test
    @Proves(Rule.MULTI_7)
    void MULTI_7_each_lock_that_one_request_takes_has_the_token_of_its_store() {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        List<String> names = names();
        LockBackend backend = backend();
        // So that stores which count the grants of each name have another token for each.
        for (int before = 0; before < names.size(); before++) {
            for (String name : names.subList(0, before)) {
                takeAway(granted(backend, attempt(name, longLease())).attempt());
            }
        }
        for (Grant grant : takeAtOnce(backend, names).grants) {
            LockName name = grant.attempt().name();
            Optional<Holder> holder = backend.inspect(name);
            require(
                    holder.isPresent() && holder.get().fencingToken() == grant.token(),
                    "one request took '{}' and others with token {}, and the store has {}",
                    name,
                    grant.token(),
                    holder);
        }
        evidence("{} tokens as the store has them", names.size());
    }

    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_each_lock_is_renewed_and_freed_for_its_owner_alone() throws Exception {
        LockBackend backend = backend();
        Optional<BulkSteps> steps = backend.bulk();
        if (steps.isEmpty()) {
            showOneAfterAnother();
            return;
        }
        List<String> names = unsorted();
        List<Attempt> set = attempts(names);
        List<Grant> grants = set.stream().map(each -> granted(backend, each)).toList();
        takeAway(set.get(1));
        LockBackend other = backend();
        Attempt successor = attempt(names.get(1), longLease());
        granted(other, successor);
        List<RenewOutcome> renewed = steps.get().renewAll(grants, longLease());
        require(
                renewed.size() == 3
                        && renewed.get(0) instanceof RenewOutcome.Renewed
                        && renewed.get(1) instanceof RenewOutcome.NotOwner
                        && renewed.get(2) instanceof RenewOutcome.Renewed,
                "renewing 3 locks, of which the second is another's, ended as {}",
                renewed);
        List<ReleaseOutcome> freed = steps.get().releaseAll(set);
        require(
                freed.size() == 3
                        && freed.get(0) instanceof ReleaseOutcome.Released
                        && freed.get(1) instanceof ReleaseOutcome.NotOwner
                        && freed.get(2) instanceof ReleaseOutcome.Released,
                "freeing 3 locks, of which the second is another's, ended as {}",
                freed);
        LockClient client = client();
        require(isFree(client, names.get(0)) && isFree(client, names.get(2)), "a lock that was freed is taken");
        require(!isFree(client, names.get(1)), "the lock of another was freed");
        ReleaseOutcome last = other.release(successor);
        require(last instanceof ReleaseOutcome.Released, "the owner's own release ended as {}", last);
    }

    /** Asks the store, not the step, what became of each lock. */
    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_what_one_step_says_of_many_locks_is_so_at_the_store() throws Exception {
        LockBackend backend = backend();
        Optional<BulkSteps> steps = backend.bulk();
        if (steps.isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        Duration first =
                new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(3));
        List<Grant> grants = new ArrayList<>();
        await(
                "a step renews " + MANY + " locks before their leases of " + first.toMillis() + " ms end",
                () -> {
                    grants.clear();
                    for (int i = 0; i < MANY; i++) {
                        grants.add(granted(backend, attempt(name(), first)));
                    }
                    return steps.get().renewAll(grants, longLease()).stream()
                            .allMatch(RenewOutcome.Renewed.class::isInstance);
                },
                patience().multipliedBy(3));
        for (Grant grant : grants) {
            Holder holder = backend.inspect(grant.attempt().name())
                    .filter(found -> found.fencingToken() == grant.token())
                    .orElseThrow(() -> broken("a step renewed {}, and the store has another owner or none", grant));
            Duration left = holder.remaining().orElse(longLease());
            require(
                    left.compareTo(first) > 0 && left.compareTo(longLease().plusSeconds(1)) <= 0,
                    "a step renewed {} for {}, and the store keeps it for {}",
                    grant,
                    longLease(),
                    left);
        }
        List<ReleaseOutcome> freed =
                steps.get().releaseAll(grants.stream().map(Grant::attempt).toList());
        require(
                freed.stream().allMatch(ReleaseOutcome.Released.class::isInstance),
                "freeing {} locks ended as {}",
                MANY,
                freed);
        for (Grant grant : grants) {
            LockName name = grant.attempt().name();
            require(
                    backend.inspect(name).isEmpty(),
                    "a step freed '{}', and the store has {}",
                    name,
                    backend.inspect(name));
        }
        evidence("{} locks, renewed and freed by one step each", MANY);
    }

    /** Shows that the first lock of a set is taken while the last one is still being asked for. */
    private void showOneAfterAnother() throws Exception {
        List<String> names = names();
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        AtomicInteger asked = new AtomicInteger();
        backend.onAcquire(step -> {
            if (asked.incrementAndGet() == names.size()) {
                gate.pass();
            }
            return step.get();
        });
        CompletableFuture<MultiLockHandle> set = client.lockAll(names).acquireAsync(waiting());
        await("the last lock of the set is asked for", () -> gate.arrivals() > 0);
        require(!isFree(client(), names.get(0)), "'{}' is not taken before the rest of its set", names.get(0));
        gate.open();
        join("the set", set).close();
        evidence("locks of a set are taken one after another");
    }

    /** In another order than that of their letters: the answers are in the order of the question. */
    private List<String> unsorted() {
        List<String> names = names();
        return List.of(names.get(2), names.get(0), names.get(1));
    }

    /** A set that one request has taken. */
    private record Taken(LockBackend backend, List<Attempt> set, List<Grant> grants) {}

    private Taken takeAtOnce(LockBackend backend, List<String> names) {
        List<Attempt> set = attempts(names);
        return new Taken(backend, set, grantedAll(backend, set));
    }

    private List<Attempt> attempts(List<String> names) {
        return names.stream().map(name -> attempt(name, longLease())).toList();
    }

    private BulkSteps bulk(LockBackend backend, List<Attempt> attempts) {
        List<LockName> names = attempts.stream().map(Attempt::name).toList();
        return backend.bulk()
                .filter(steps -> steps.canAcquireAll(names))
                .orElseThrow(() -> broken("GRANTS_ALL_AT_ONCE is declared, and there is no step for {}", names));
    }

    private List<Grant> grantedAll(LockBackend backend, List<Attempt> attempts) {
        AcquireAllOutcome outcome = bulk(backend, attempts).tryAcquireAll(attempts);
        if (outcome instanceof AcquireAllOutcome.Granted granted
                && granted.grants().stream().map(Grant::attempt).toList().equals(attempts)) {
            return granted.grants();
        }
        throw broken("{} are free and asking for them ended as {}", attempts, outcome);
    }

    private static List<Long> tokens(List<Grant> grants) {
        return grants.stream().map(Grant::token).toList();
    }
}
