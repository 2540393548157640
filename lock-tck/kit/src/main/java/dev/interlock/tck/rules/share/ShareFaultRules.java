// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.Share;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.Rule;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.process.RecordedClients;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of SHARE about faults of the store: readers, permits and waiters go through a restart and a fail-over. */
public abstract class ShareFaultRules extends ShareRuleTest {

    private static final int PERMITS = 3;

    /** How much longer a waiter is watched than the rest of an earlier lease could matter. */
    private static final Duration WATCHED = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.SHARE_12)
    @ResourceLock(STORE)
    void SHARE_12_a_restart_keeps_shared_holds_or_is_shown_to_lose_them() throws Exception {
        if (!shares()) {
            return;
        }
        Runnable restart = restart();
        recorded(clients -> survived(
                clients,
                new Fault(
                        "the store was restarted",
                        Capability.SURVIVES_RESTART,
                        fixture()::openForRestart,
                        () -> {},
                        () -> clients.inject(Action.RESTART, restart))));
    }

    @Test
    @Proves(Rule.SHARE_12)
    void SHARE_12_a_fail_over_keeps_shared_holds_or_is_shown_to_lose_them() throws Exception {
        if (!shares()) {
            return;
        }
        FailOver failOver = offered(fixture()::failOver, "the fixture has no server that takes over");
        recorded(clients -> survived(
                clients,
                new Fault(
                        failOver.description(),
                        Capability.SURVIVES_FAIL_OVER,
                        failOver::openBackend,
                        failOver::holdBack,
                        () -> clients.inject(Action.FAIL_OVER, failOver::run))));
    }

    /**
     * A fault of the store.
     *
     * @param what happens
     * @param survival the capability of a store that keeps its grants
     * @param backends opens backends on the store
     * @param beforehand prepares it; what is granted afterwards may be lost
     * @param run injects it
     */
    private record Fault(
            String what,
            Capability survival,
            Supplier<? extends LockBackend> backends,
            Runnable beforehand,
            Runnable run) {}

    /**
     * A lock of which two clients hold a unit each, while a third waits for more than the rest.
     *
     * @param name of the lock
     * @param limit how many units there are
     * @param wanted how many the waiter asks for
     * @param parts the part of a client with so many units
     */
    private record Contested(
            String name, int limit, int wanted, BiFunction<LockClient, Integer, DistributedLock> parts) {

        DistributedLock part(Party party, int units) {
            return parts.apply(party.client(), units);
        }
    }

    private static Contested readersAndWriter(String name) {
        return new Contested(
                name,
                Share.UNLIMITED,
                Share.UNLIMITED,
                (client, units) -> units == Share.UNLIMITED
                        ? client.readWrite(name).write()
                        : client.readWrite(name).read());
    }

    private static Contested permits(String name) {
        return new Contested(
                name,
                PERMITS,
                PERMITS - 1,
                (client, units) -> client.semaphore(name, PERMITS).permits(units));
    }

    /**
     * A hold of one unit.
     *
     * @param party the client
     * @param handle its handle
     * @param lost the losses of which it was notified
     */
    private record Holding(Party party, LockHandle handle, List<LockLost> lost) {}

    /** A client that waits through the fault. If the fault ends its acquisition, it asks again, as a caller would. */
    private final class Waiter {

        private final Party party;
        private final DistributedLock part;
        private CompletableFuture<LockHandle> asked;

        private Waiter(Party party, DistributedLock part) {
            this.party = party;
            this.part = part;
            asked = part.acquireAsync(patient());
        }

        private boolean isServed() {
            if (asked.isCompletedExceptionally()) {
                thrown(LockException.class, "an acquisition that the fault ended", () -> join("it", asked));
                asked = part.acquireAsync(patient());
            }
            return asked.isDone();
        }

        private LockHandle served() throws Exception {
            await("the waiter for '" + part.name() + "' is served", this::isServed, LONG);
            return party.recorded().holds(join("its acquisition", asked));
        }
    }

    private void survived(RecordedClients clients, Fault fault) throws Exception {
        Capabilities declared = steps(started(fault.backends().get())).capabilities();
        Party one = party(clients, "one", fault.backends().get());
        Party two = party(clients, "two", fault.backends().get());
        Party waiting = party(clients, "waiting", fault.backends().get());
        Party rival = party(clients, "rival", fault.backends().get());
        List<Contested> locks = List.of(readersAndWriter(name()), permits(name()));
        List<Holding> earlier = new ArrayList<>();
        for (Contested lock : locks) {
            earlier.add(holding(one, lock));
        }
        fault.beforehand().run();
        List<Holding> later = new ArrayList<>();
        List<Waiter> waiters = new ArrayList<>();
        for (Contested lock : locks) {
            later.add(holding(two, lock));
            waiters.add(new Waiter(waiting, lock.part(waiting, lock.wanted())));
            awaitWaiter(lock.part(rival, 1));
        }
        fault.run().run();
        for (int i = 0; i < locks.size(); i++) {
            List<Holding> held = List.of(earlier.get(i), later.get(i));
            requireWhole(locks.get(i), held, waiters.get(i), rival, declared, fault);
        }
        if (declared.has(fault.survival())) {
            requireLegal(
                    "what the store granted",
                    new ServerCheck(new BackendProfile(declared).model()).check(clients.history()));
        }
    }

    private void requireWhole(
            Contested lock, List<Holding> held, Waiter waiter, Party rival, Capabilities declared, Fault fault)
            throws Exception {
        boolean promised = declared.has(fault.survival());
        List<Holding> kept = kept(held);
        String found =
                kept.size() + " of " + held.size() + " grants of '" + lock.name() + "' were kept: " + fault.what();
        require(
                promised == (kept.size() == held.size()),
                "{} is {}, and {}",
                fault.survival(),
                promised ? "declared" : "not declared",
                found);
        boolean together = lock.wanted() <= lock.limit() - kept.size();
        if (!together) {
            release(lock, kept, waiter);
        }
        LockHandle next = waiter.served();
        if (promised || declared.has(Capability.TOKENS_SURVIVE_DATA_LOSS)) {
            held.forEach(each -> requireGreater(next, each.handle()));
        }
        int left = lock.limit() - lock.wanted() - (together ? kept.size() : 0);
        if (left > 0) {
            // The place of an acquisition that the fault ended may still be there.
            await(
                    "the units of '" + lock.name() + "' that are left are granted",
                    () -> answered(lock.part(rival, left)).isPresent(),
                    LONG);
        }
        require(
                answered(lock.part(rival, 1)).isEmpty(),
                "more than the {} units of '{}' were granted: {}",
                lock.limit(),
                lock.name(),
                fault.what());
        evidence("{}; the waiter was served with token {}", found, next.fencingToken());
    }

    /** Releases what is held beside a waiter that must not be served before. */
    private void release(Contested lock, List<Holding> kept, Waiter waiter) {
        Duration watched = lease().plus(fixture().expiryDelay()).plus(WATCHED);
        never(
                "a waiter is granted " + lock.wanted() + " of " + lock.limit() + " units of '" + lock.name()
                        + "' while others hold " + kept.size(),
                waiter::isServed,
                watched);
        for (Holding each : kept) {
            each.party().recorded().releases(each.handle());
            ReleaseResult released = each.handle().release();
            require(
                    released == ReleaseResult.RELEASED,
                    "the release of '{}' said {}",
                    each.handle().lockName(),
                    released);
        }
    }

    /** The answer to a try. Soon after a fault a client may still use a connection from before. */
    private Optional<LockHandle> answered(DistributedLock part) {
        List<Optional<LockHandle>> answers = new ArrayList<>(1);
        await(
                "the store answers a try for '" + part.name() + "'",
                () -> {
                    try {
                        answers.add(part.tryAcquire(unrenewed(longLease())));
                    } catch (LockException e) {
                        return false;
                    }
                    return true;
                },
                fixture().restartLease().plus(patience()));
        return answers.get(0);
    }

    private Holding holding(Party party, Contested lock) throws InterruptedException {
        LockHandle handle =
                held(lock.part(party, 1), patient().withLease(fixture().restartLease()));
        return new Holding(party, party.recorded().holds(handle), lossesOf(handle));
    }

    /** The holds that the store still has. The holders of the others must be notified. */
    private List<Holding> kept(List<Holding> held) {
        List<Holding> kept = new ArrayList<>();
        for (Holding each : held) {
            if (isRenewed(each.handle())) {
                // The connection may break once more behind the renewal, while the servers find together.
                await(
                        "the holder of '" + each.handle().lockName() + "', which was renewed, finds it HELD",
                        () -> each.handle().state() == HandleState.HELD
                                || (isRenewed(each.handle()) && each.handle().state() == HandleState.HELD));
                require(
                        each.lost().isEmpty(),
                        "'{}' was renewed, and its holder was told {}",
                        each.handle().lockName(),
                        each.lost());
                kept.add(each);
            } else {
                await(
                        "the holder of '" + each.handle().lockName() + "' is notified of its loss",
                        () -> !each.lost().isEmpty() && each.handle().state() == HandleState.LOST);
            }
        }
        return kept;
    }

    /** Whether the store renews a hold, once it answers. The lease is the bound, since a connection that was made too early can hang. */
    private boolean isRenewed(LockHandle handle) {
        Duration lease = fixture().restartLease();
        AtomicReference<RenewResult> answer = new AtomicReference<>(RenewResult.UNKNOWN);
        await(
                "the store answers a renewal of '" + handle.lockName() + "'",
                () -> {
                    answer.set(handle.renew(lease));
                    return answer.get() != RenewResult.UNKNOWN;
                },
                lease.plus(patience()));
        return answer.get() == RenewResult.RENEWED;
    }
}
