// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.operator;

import dev.interlock.Capability;
import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of OPS about the list of held locks. */
public abstract class OperatorListRules extends OperatorRuleTest {

    private static final String HINT = "rule-host:4711 ~!";
    private static final int ENOUGH = 100;
    private static final int RENEWALS = 3;

    /** More than a page of what stores list at once. */
    private static final int MANY = 150;

    /** Longer than what a store rounds and calls "about". */
    private static final Duration BETWEEN = Duration.ofMillis(300);

    @Test
    @Proves(Rule.OPS_5)
    void OPS_5_a_list_has_each_held_lock_whose_name_starts_so() {
        OperatorSteps operator = steps(listing());
        LockBackend holder = backend();
        String name = name();
        String prefix = name + "%_*?";
        List<Grant> held = Stream.of("", "1", "/\u00fc 2", "%", "\ud83d\udd12")
                .map(rest -> grantedTo(holder, prefix + rest, rest.isEmpty() ? null : HINT))
                .toList();
        // What a wildcard would match, and a comparison without regard to case.
        Stream.of(name + "zz*?1", name + "%_zz1", prefix.toUpperCase(Locale.ROOT) + "1")
                .forEach(other -> grantedTo(holder, other, null));
        List<HeldLock> listed = operator.list(prefix, ENOUGH);
        require(
                namesOf(listed)
                        .equals(held.stream()
                                .map(OperatorListRules::nameOf)
                                .sorted()
                                .toList()),
                "the locks {} are held, and a list of those that start with '{}' has {}",
                held.stream().map(OperatorListRules::nameOf).toList(),
                prefix,
                namesOf(listed));
        held.forEach(grant -> requireShown(grant, listed));
        int most = held.size() - 1;
        List<HeldLock> cut = operator.list(prefix, most);
        require(
                cut.size() == most
                        && cut.stream().map(HeldLock::name).distinct().count() == most,
                "a list of {} locks at most, while {} are held, has {}",
                most,
                held.size(),
                namesOf(cut));
        evidence("{} locks, and {} where no more were asked for", listed.size(), most);
    }

    private Grant grantedTo(LockBackend backend, String name, @Nullable String hint) {
        return granted(backend, Attempt.of(new LockName(name), AttemptId.random(), longLease(), 1, hint));
    }

    private static LockName nameOf(Grant grant) {
        return grant.attempt().name();
    }

    private void requireShown(Grant grant, List<HeldLock> listed) {
        Holder holder = listed.stream()
                .filter(lock -> lock.name().equals(nameOf(grant)))
                .findFirst()
                .orElseThrow()
                .holder();
        Duration left = holder.remaining().orElse(longLease());
        require(
                holder.fencingToken() == grant.token()
                        && holder.hint()
                                .equals(Optional.ofNullable(grant.attempt().holderHint()))
                        && left.compareTo(longLease().dividedBy(2)) > 0
                        && left.compareTo(longLease().multipliedBy(2)) < 0,
                "'{}' is held with token {}, hint '{}' and a lease of {} ms just begun, and a list shows {}",
                nameOf(grant),
                grant.token(),
                grant.attempt().holderHint(),
                longLease().toMillis(),
                holder);
    }

    @Test
    @Proves(Rule.OPS_5)
    void OPS_5_a_list_has_no_lock_that_is_over_and_none_that_several_may_hold() throws Exception {
        OperatorSteps operator = steps(listing());
        LockBackend holder = backend();
        String name = name();
        Grant held = granted(holder, attempt(name + " held", longLease()));
        holder.release(granted(holder, attempt(name + " released", longLease())).attempt());
        if (holder.capabilities().has(Capability.SHARES)) {
            LockClient client = client();
            closing(client.readWrite(name + " read").read().acquire());
            closing(client.semaphore(name + " permit", 2).permit().acquire());
        }
        List<LockName> listed = namesOf(operator.list(name, ENOUGH));
        require(
                listed.equals(List.of(nameOf(held))),
                "of the locks that start with '{}' only '{}' is held, and a list has {}",
                name,
                nameOf(held),
                listed);
        String ended = name + " ended";
        granted(holder, attempt(ended, lease()));
        fixture().storeHooks().ifPresent(store -> store.expire(ended));
        await(
                "a list does not have '" + ended + "', whose lease is over",
                () -> namesOf(operator.list(name, ENOUGH)).equals(listed),
                endOf(lease()));
        List<LockName> one = namesOf(operator.list(name, 1));
        require(
                one.equals(listed),
                "of the locks that start with '{}' only '{}' is held, and a list of one lock at most has {}",
                name,
                nameOf(held),
                one);
    }

    @Test
    @Proves(Rule.OPS_5)
    void OPS_5_no_renewal_changes_since_when_a_lock_is_held() {
        OperatorSteps operator = steps(listing());
        LockBackend holder = backend();
        Grant held = granted(holder, attempt(name(), longLease()));
        Optional<Instant> before = since(operator, held);
        if (before.isEmpty()) {
            evidence("a list does not say since when a lock is held");
            return;
        }
        for (int i = 0; i < RENEWALS; i++) {
            Stopwatch since = new Stopwatch();
            await("a moment passes", () -> since.elapsed().compareTo(BETWEEN) >= 0);
            require(
                    holder.renew(held, longLease()) instanceof RenewOutcome.Renewed,
                    "the renewal of '{}' was not confirmed",
                    nameOf(held));
        }
        Optional<Instant> after = since(operator, held);
        require(
                after.filter(instant -> instant.isBefore(before.get().plus(BETWEEN)))
                        .isPresent(),
                "a list said that '{}' is held since {}, and after {} renewals since {}",
                nameOf(held),
                before.get(),
                RENEWALS,
                after);
    }

    /** A record that is written again at each grant must not keep what was written at the one before. */
    @Test
    @Proves(Rule.OPS_5)
    void OPS_5_each_hold_of_a_lock_has_a_time_of_its_own() {
        OperatorSteps operator = steps(listing());
        LockBackend holder = backend();
        Grant former = granted(holder, attempt(name(), longLease()));
        Optional<Instant> before = since(operator, former);
        if (before.isEmpty()) {
            evidence("a list does not say since when a lock is held");
            return;
        }
        holder.release(former.attempt());
        Stopwatch since = new Stopwatch();
        await("a moment passes", () -> since.elapsed().compareTo(BETWEEN) >= 0);
        Grant next = granted(holder, like(former.attempt()));
        Optional<Instant> after = since(operator, next);
        require(
                after.filter(instant -> !instant.isBefore(before.get().plus(BETWEEN.dividedBy(2))))
                        .isPresent(),
                "a hold of '{}' began at {}, and a list said of the next one, {} ms later, that it began at {}",
                nameOf(next),
                before.get(),
                BETWEEN.toMillis(),
                after);
    }

    @Test
    @Proves(Rule.OPS_5)
    void OPS_5_a_long_list_has_each_lock_once() {
        OperatorSteps operator = steps(listing());
        LockBackend holder = backend();
        String prefix = name();
        List<LockName> held = new ArrayList<>();
        Stopwatch since = new Stopwatch();
        // Their leases must not end meanwhile, at a store that is slow.
        while (held.size() < MANY && since.elapsed().compareTo(longLease().dividedBy(4)) < 0) {
            held.add(nameOf(granted(holder, attempt(prefix + " " + held.size(), longLease()))));
        }
        Collections.sort(held);
        List<LockName> listed = namesOf(operator.list(prefix, 2 * MANY));
        List<LockName> all = namesOf(operator.list("", LockOperator.MAX_LISTED));
        if (since.elapsed().compareTo(longLease()) > 0) {
            evidence("the store was too slow for {} locks", held.size());
            return;
        }
        require(listed.equals(held), "a list of {} locks that are held has {}", held.size(), listed.size());
        require(
                all.containsAll(held),
                "a list of all locks has {} locks, and not each of {} that are held",
                all.size(),
                held.size());
        evidence("{} locks, each listed once", held.size());
    }

    private static Optional<Instant> since(OperatorSteps operator, Grant held) {
        return operator.list(nameOf(held).value(), 1).stream().findFirst().flatMap(HeldLock::since);
    }

    private static List<LockName> namesOf(List<HeldLock> locks) {
        return locks.stream().map(HeldLock::name).sorted().toList();
    }
}
