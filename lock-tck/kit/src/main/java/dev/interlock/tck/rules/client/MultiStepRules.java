// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for a step on one lock holds for each lock of a step on many. */
public abstract class MultiStepRules extends ClientRuleTest {

    private static final int TOKENS = 5;

    private static final int MANY = 1_000;

    /** Of the kit's own names, with a number. */
    private static final int NAME_BYTES = 24;

    /** What a store may add when it rounds a lease. */
    private static final Duration UNIT = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_each_lock_of_a_set_has_the_lease_the_tokens_and_the_hint_of_its_own_attempt() {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        LockBackend backend = backend();
        LockBackend operator = backend();
        List<String> names = names();
        int many = Math.min(TOKENS, capabilities().maxTokens());
        List<Attempt> set = List.of(
                attempt(names.get(2), longLease(), 1, "host 1: a/b 'c' \"d\""),
                attempt(names.get(0), half(), many, null),
                attempt(names.get(1), longLease(), 1, "host 2"));
        List<Grant> grants = grantedAll(backend, set);
        for (Grant grant : grants) {
            requireAsAsked(operator, grant);
        }
        Grant several = grants.get(1);
        takeAway(several.attempt());
        Grant next = granted(operator, attempt(names.get(0), longLease()));
        require(
                next.token() >= several.token() + many,
                "'{}' was granted in a set with {} tokens from {} on, and then with token {}",
                names.get(0),
                many,
                several.token(),
                next.token());
        evidence("three locks, each with its own lease, tokens and hint");
    }

    /** A request has a greatest size at some stores, and a name takes more of it than it has characters. */
    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_a_large_set_that_the_store_supports_is_granted() {
        LockBackend backend = backend();
        String longest = name() + "\u6f22".repeat((LockName.MAX_BYTES - NAME_BYTES) / 3);
        List<Attempt> set = IntStream.range(0, MANY)
                .mapToObj(number -> attempt(longest + number, longLease()))
                .toList();
        Optional<BulkSteps> steps = stepsFor(backend, set);
        if (steps.isEmpty()) {
            return;
        }
        AtomicReference<AcquireAllOutcome> last = new AtomicReference<>();
        boolean granted = Awaiter.holdsWithin(
                () -> {
                    AcquireAllOutcome outcome = steps.get().tryAcquireAll(set);
                    last.set(outcome);
                    return outcome instanceof AcquireAllOutcome.Granted;
                },
                Awaiter.stretched(patience().multipliedBy(2)));
        require(granted, "canAcquireAll supports {} free locks, and asking for them ended as {}", MANY, last);
        requireAll("renewed", RenewOutcome.Renewed.class, steps.get().renewAll(grantsOf(last.get()), longLease()));
        requireAll("released", ReleaseOutcome.Released.class, steps.get().releaseAll(set));
        evidence("one step each took, renewed and released {} locks", MANY);
    }

    private static List<Grant> grantsOf(@Nullable AcquireAllOutcome outcome) {
        return outcome instanceof AcquireAllOutcome.Granted granted ? granted.grants() : List.of();
    }

    private void requireAll(String what, Class<?> right, List<?> outcomes) {
        List<?> wrong =
                outcomes.stream().filter(outcome -> !right.isInstance(outcome)).toList();
        require(
                outcomes.size() == MANY && wrong.isEmpty(),
                "{} locks are {} by one step, which had {} outcomes, {} of them others: {}",
                MANY,
                what,
                outcomes.size(),
                wrong.size(),
                wrong.stream().limit(1).toList());
    }

    private void requireAsAsked(LockBackend operator, Grant grant) {
        Attempt asked = grant.attempt();
        Optional<Holder> shown = operator.inspect(asked.name());
        Optional<Duration> left = shown.flatMap(Holder::remaining);
        require(
                shown.isPresent()
                        && shown.get().fencingToken() == grant.token()
                        && shown.get().hint().equals(Optional.ofNullable(asked.holderHint())),
                "one request took '{}' with token {} and the hint {}, and the store has {}",
                asked.name(),
                grant.token(),
                asked.holderHint(),
                shown);
        require(
                left.isEmpty()
                        || (left.get().compareTo(asked.lease().dividedBy(2)) > 0
                                && left.get().compareTo(asked.lease().plus(UNIT)) <= 0),
                "one request took '{}' for {}, and the store keeps it for {}",
                asked.name(),
                asked.lease(),
                left);
    }

    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_a_set_takes_over_a_lock_whose_lease_has_ended() {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE) || endsWithConnection()) {
            return;
        }
        List<String> names = names();
        Grant ended = granted(backend(), attempt(names.get(1), lease()));
        LockBackend backend = backend();
        List<Attempt> set =
                names.stream().map(name -> attempt(name, longLease())).toList();
        BulkSteps steps = bulk(backend);
        await(
                names + " are granted once the lease of the second is over",
                () -> {
                    AcquireAllOutcome outcome = steps.tryAcquireAll(set);
                    long left = ended.sentNanos() + ended.lease().toNanos() - now();
                    require(
                            !(outcome instanceof AcquireAllOutcome.Granted) || left <= 0,
                            "{} were granted together {} ns before the lease of the second, which another has, ended",
                            names,
                            left);
                    return outcome instanceof AcquireAllOutcome.Granted;
                },
                endOf(lease()));
        ReleaseOutcome late = backend().release(ended.attempt());
        require(
                late instanceof ReleaseOutcome.NotOwner,
                "the release by the former owner of '{}' ended as {}",
                names.get(1),
                late);
        evidence("granted after the lease of one of them");
    }

    @Test
    @Proves(Rule.MULTI_8)
    void MULTI_8_a_request_that_is_refused_leaves_what_an_earlier_one_was_granted() {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        LockBackend backend = backend();
        List<Attempt> set =
                names().stream().map(name -> attempt(name, longLease())).toList();
        Grant earlier = granted(backend, set.get(0));
        granted(backend(), attempt(set.get(2).name().value(), longLease()));
        AcquireAllOutcome refused = bulk(backend).tryAcquireAll(set);
        require(
                refused instanceof AcquireAllOutcome.Contended,
                "asking for {}, of which another has the third, ended as {}",
                set,
                refused);
        RenewOutcome kept = backend.renew(earlier, longLease());
        require(
                kept instanceof RenewOutcome.Renewed
                        && backend.inspect(set.get(1).name()).isEmpty(),
                "a request for {} was refused, the first of which its attempt had: the renewal of that ended as {}, and"
                        + " the second has {}",
                set,
                kept,
                backend.inspect(set.get(1).name()));
        evidence("a refused request left the grant of an earlier one");
    }

    private List<Grant> grantedAll(LockBackend backend, List<Attempt> set) {
        AcquireAllOutcome outcome = bulk(backend).tryAcquireAll(set);
        if (outcome instanceof AcquireAllOutcome.Granted granted) {
            return granted.grants();
        }
        throw broken("{} are free and asking for them ended as {}", set, outcome);
    }

    private Duration half() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    private static Attempt attempt(String name, Duration lease, int tokens, @Nullable String hint) {
        return Attempt.of(new LockName(name), AttemptId.random(), lease, tokens, hint);
    }
}
