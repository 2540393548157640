// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.RecordedClients;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.RecordingListener;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of OBS about inspection, and about the state of a holder after a restart. */
public abstract class ObserveStoreRules extends InstrumentedRuleTest {

    /** As long as a hint may be. */
    private static final String HINT =
            "rule-host:4711 ~!".repeat(ClientOptions.MAX_HINT).substring(0, ClientOptions.MAX_HINT);

    private static final int MANY_TOKENS = 64;

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_inspect_shows_who_blocks_and_nothing_to_steal_with() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient hinted = client(backend, ClientOptions.STANDARD.withHolderHint(HINT));
        LockClient plain = client();
        LockClient operator = client();
        String name = name();
        require(operator.inspect(name).isEmpty(), "'{}', never locked, has {}", name, operator.inspect(name));
        LockHandle handle = hold(hinted, name, unrenewed(longLease()));
        Holder holder = requireHolder(operator, handle);
        require(holder.hint().equals(Optional.of(HINT)), "the hint of '{}' is {}", name, holder.hint());
        Duration left = holder.remaining().orElse(longLease());
        require(
                left.compareTo(longLease().dividedBy(2)) > 0
                        && left.compareTo(longLease().multipliedBy(2)) < 0,
                "of a lease of {} ms just begun, inspect shows {} ms",
                longLease().toMillis(),
                left.toMillis());
        String owner = backend.owner(name).text();
        require(
                !holder.toString().contains(owner) && !handle.toString().contains(owner),
                "the owner id of '{}' can be read",
                name);
        handle.release();
        require(operator.inspect(name).isEmpty(), "'{}', released, has {}", name, operator.inspect(name));
        LockHandle next = hold(plain, name, unrenewed(longLease()));
        require(
                requireHolder(operator, next).hint().isEmpty(),
                "'{}' has a hint although its holder gave none: {}",
                name,
                operator.inspect(name));
        evidence("remaining {} ms, hint '{}'", holder.remaining().map(Duration::toMillis), HINT);
    }

    private Holder requireHolder(LockClient operator, LockHandle handle) {
        String name = handle.lockName();
        Holder holder =
                operator.inspect(name).orElseThrow(() -> broken("'{}' is held and inspect shows no holder", name));
        require(
                holder.fencingToken() == handle.fencingToken(),
                "'{}' is held with token {} and inspect shows {}",
                name,
                handle.fencingToken(),
                holder.fencingToken());
        return holder;
    }

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_a_hint_ends_with_the_lease_of_its_holder() throws Exception {
        LockClient hinted = client(ClientOptions.STANDARD.withHolderHint(HINT));
        LockClient plain = client();
        LockClient operator = client();
        String name = name();
        holdBriefly(hinted, name, unrenewed(lease()));
        LockHandle next = hold(plain, name, unrenewed(longLease()).withMaxWait(endOf(lease())));
        Holder holder = requireHolder(operator, next);
        require(
                holder.hint().isEmpty(),
                "'{}' has a hint although its holder gave none, after a lease that ended: {}",
                name,
                holder);
        evidence("no hint after the lease of a holder with the hint '{}'", HINT);
    }

    /** At the store: a client may ask for several tokens, and gives its holder the first. */
    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_inspect_shows_the_same_holder_after_a_repeat_and_a_renewal() {
        LockBackend backend = backend();
        LockBackend operator = backend();
        int tokens = Math.min(MANY_TOKENS, capabilities().maxTokens());
        Attempt attempt = Attempt.of(new LockName(name()), AttemptId.random(), longLease(), tokens, HINT);
        Grant grant = granted(backend, attempt);
        requireShown(operator, grant, "a grant of " + tokens + " tokens");
        granted(backend, attempt);
        requireShown(operator, grant, "a repeated attempt");
        for (int renewal = 1; renewal <= 2; renewal++) {
            RenewOutcome outcome = backend.renew(grant, longLease());
            require(
                    outcome instanceof RenewOutcome.Renewed,
                    "the renewal of '{}' ended as {}",
                    attempt.name(),
                    outcome);
            requireShown(operator, grant, "renewal " + renewal);
        }
    }

    /** A store may keep the hint beside the lock, each with a lease of its own. */
    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_a_hint_is_shown_after_a_renewal_for_longer() {
        LockBackend backend = backend();
        Grant grant = renewedForLonger(backend, HINT).grant();
        Stopwatch since = new Stopwatch();
        Duration over = lease().plus(fixture().expiryDelay());
        Duration most = longLease().dividedBy(2);
        Duration first = over.compareTo(most) < 0 ? over : most;
        await("the lease of the attempt is over", () -> since.elapsed().compareTo(first) > 0, endOf(first));
        requireShown(backend(), grant, "the end of its first lease");
    }

    private void requireShown(LockBackend operator, Grant grant, String after) {
        Optional<Holder> holder = operator.inspect(grant.attempt().name());
        require(
                holder.isPresent()
                        && holder.get().fencingToken() == grant.token()
                        && holder.get().hint().equals(Optional.of(HINT)),
                "after {} '{}' is held with token {} and the hint '{}', and inspect shows {}",
                after,
                grant.attempt().name(),
                grant.token(),
                HINT,
                holder);
    }

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_inspect_leaves_nothing_behind() {
        StoreHooks store = storeHooks();
        String name = name() + "-new";
        if (store.hasTrace(name).isEmpty()) {
            throw notExercised("the fixture cannot list what its store keeps");
        }
        LockBackend operator = backend();
        Optional<Holder> holder = operator.inspect(new LockName(name));
        require(holder.isEmpty(), "'{}', never locked, has {}", name, holder);
        require(
                store.hasTrace(name).equals(Optional.of(false)),
                "'{}' was inspected and never locked, and the store keeps something for it",
                name);
        granted(operator, attempt(name, longLease()));
        require(
                store.hasTrace(name).equals(Optional.of(true)),
                "'{}' is held, and the fixture finds nothing of it in the store",
                name);
    }

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_a_lease_that_ended_shows_no_holder() throws Exception {
        LockClient operator = client();
        String name = name();
        LockHandle handle = holdBriefly(client(), name, unrenewed(lease()));
        await(
                "'" + name + "' has no holder after its lease",
                () -> {
                    boolean empty = operator.inspect(name).isEmpty();
                    Duration left = handle.remaining();
                    require(
                            !empty || left.isZero(),
                            "inspect shows no holder although {} of '{}' are left",
                            left,
                            name);
                    return empty;
                },
                endOf(lease()));
    }

    @Test
    @Proves(Rule.OBS_5)
    @ResourceLock(STORE)
    void OBS_5_a_holder_learns_where_it_stands_after_a_restart() throws Exception {
        boolean survives = capabilities().has(Capability.SURVIVES_RESTART);
        Runnable restart = restart();
        recorded(clients -> restarted(clients, restart, survives));
    }

    private void restarted(RecordedClients clients, Runnable restart, boolean survives) throws InterruptedException {
        RecordingListener listener = new RecordingListener();
        Party holder = party(clients, "holder", fixture().openForRestart(), listener);
        String name = name();
        Duration lease = fixture().restartLease();
        LockHandle handle = holder.recorded().holds(hold(holder.client(), name, renewed(lease)));
        clients.inject(Action.RESTART, restart);
        // The lease is the bound: a client whose connection the starting store accepted can wait long for an answer on
        // it.
        await("the store answers a renewal", () -> handle.renew(lease) != RenewResult.UNKNOWN, lease.plus(patience()));
        HandleState expected = survives ? HandleState.HELD : HandleState.LOST;
        await("the holder of '" + name + "' finds itself " + expected, () -> handle.state() == expected);
        boolean free = isFree(party(clients, "other", fixture().openBackend()).client(), name);
        require(free != survives, "after the restart '{}' is {} and its store says free: {}", name, expected, free);
        boolean told = !survives;
        await("a loss is reported: " + told, () -> listener.has(name, LockEvent.Lost.class) == told);
        evidence(
                "{} after a restart; {}",
                handle.state(),
                survives ? "the backend survives it" : Capability.SURVIVES_RESTART.absence());
        found(
                Situation.BELIEF_RESTART_TOLD,
                true,
                survives
                        ? "Once it renewed, the holder was {}, and for others the lock was not free."
                        : "Once it renewed, the holder was {} and had been told so; the lock was free for others.",
                handle.state());
    }
}
