// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The rules of ACQ about the caller that is granted a lock, the answers to the others, and what a try leaves behind.
 */
public abstract class AcquireRules extends LinkRuleTest {

    private static final int ROUNDS = 20;

    /** Ends a competition at a store that is far away. */
    private static final Duration COMPETITION = Duration.ofSeconds(5);

    @Test
    @Proves(Rule.ACQ_1)
    void ACQ_1_a_held_lock_is_not_granted_to_another_client() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        for (int i = 0; i < 3; i++) {
            LockClient other = client();
            require(
                    tryAcquire(other, name, unrenewed(longLease())).isEmpty(),
                    "a second client was granted '{}' while the first has it (token {})",
                    name,
                    held.fencingToken());
            AcquireOptions waiting = unrenewed(longLease()).withMaxWait(Duration.ofMillis(30));
            require(
                    tryAcquire(other, name, waiting).isEmpty(),
                    "a client that waited was granted '{}' while another has it (token {})",
                    name,
                    held.fencingToken());
        }
    }

    @Test
    @Proves(Rule.ACQ_1)
    void ACQ_1_clients_and_threads_that_compete_are_never_inside_together() throws Exception {
        int clients = 8;
        int threadsPerClient = 2;
        int rounds = 25;
        String name = name();
        CriticalSection section = new CriticalSection();
        Stopwatch watch = new Stopwatch();
        List<Future<?>> crew = new ArrayList<>();
        for (int c = 0; c < clients; c++) {
            LockClient client = client();
            for (int t = 0; t < threadsPerClient; t++) {
                String who = "client " + c + " thread " + t;
                crew.add(start(() -> compete(client, name, rounds, watch, section, who)));
            }
        }
        for (Future<?> each : crew) {
            join("a competing thread", each, LONG);
        }
        require(section.collision() == null, "{} of '{}'", section.collision(), name);
        require(
                section.lost() == 0,
                "{} of {} increments under '{}' were lost",
                section.lost(),
                section.entries(),
                name);
        evidence("{} clients, {} threads, {} holds, never two at once", clients, crew.size(), section.entries());
    }

    /** Takes part in each round, or in the first and in those that begin in time. */
    private Void compete(
            LockClient client, String name, int rounds, Stopwatch watch, CriticalSection section, String who)
            throws Exception {
        for (int i = 0; i < rounds && section.collision() == null; i++) {
            if (i > 0 && watch.elapsed().compareTo(COMPETITION) > 0) {
                break;
            }
            LockHandle held = hold(client, name, renewed(longLease()).withMaxWait(LONG));
            String caller = who + " with token " + held.fencingToken();
            section.enter(caller);
            // Not by close(), which may throw where two were inside: the section is to say so.
            if (held.release() == ReleaseResult.NOT_HELD) {
                section.collided(caller + " had lost the lock by its release, though its lease was renewed");
            }
        }
        return null;
    }

    /** As it does when the reply to its grant was lost. */
    @Test
    @Proves(Rule.ACQ_2)
    void ACQ_2_a_waiter_that_looks_again_finds_its_own_grant() {
        if (waitingBlocks()) {
            return;
        }
        LockBackend holder = backend();
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        Contest contest = closing(backend().contest(like(held)));
        requireContended(contest);
        holder.release(held);
        AtomicLong token = new AtomicLong();
        await("the waiter for '" + held.name() + "' is granted it", () -> {
            AcquireOutcome outcome = contest.attempt();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                token.set(granted.grant().token());
            }
            return outcome instanceof AcquireOutcome.Granted;
        });
        for (int i = 0; i < 2; i++) {
            AcquireOutcome again = contest.attempt();
            require(
                    again instanceof AcquireOutcome.Granted granted
                            && granted.grant().token() == token.get(),
                    "a waiter was granted '{}' with token {}, and another look of it ended as {}",
                    held.name(),
                    token,
                    again);
        }
        evidence("found with token {}", token);
    }

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_of_simultaneous_tries_on_a_free_lock_exactly_one_is_granted() throws Exception {
        List<LockClient> clients = sixClients();
        for (int round = 0; round < ROUNDS; round++) {
            requireOneGrant(clients, name());
        }
        evidence("{} rounds of {} simultaneous tries, one grant each", ROUNDS, clients.size());
    }

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_of_simultaneous_tries_on_a_released_lock_exactly_one_is_granted() throws Exception {
        List<LockClient> clients = sixClients();
        String name = name();
        hold(client(), name, unrenewed(longLease())).release();
        for (int round = 0; round < ROUNDS; round++) {
            requireOneGrant(clients, name).release();
        }
    }

    private List<LockClient> sixClients() {
        return IntStream.range(0, 6).mapToObj(i -> client()).toList();
    }

    private LockHandle requireOneGrant(List<LockClient> clients, String name) throws Exception {
        CyclicBarrier line = new CyclicBarrier(clients.size());
        List<LockHandle> granted = new ArrayList<>();
        for (Optional<LockHandle> each : all(clients, client -> {
            line.await();
            return tryAcquire(client, name, unrenewed(longLease()));
        })) {
            each.ifPresent(granted::add);
        }
        require(
                granted.size() == 1,
                "{} of {} simultaneous tries were granted '{}'",
                granted.size(),
                clients.size(),
                name);
        return granted.get(0);
    }

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_of_simultaneous_tries_on_a_lease_that_has_just_ended_exactly_one_is_granted() throws Exception {
        List<LockClient> clients = sixClients();
        for (int round = 0; round < 3; round++) {
            String name = name();
            LockHandle ended = holdBriefly(client(), name, unrenewed(lease()));
            await("the lease of '" + name + "' ends", () -> ended.remaining().isZero(), endOf(lease()));
            Stopwatch watch = new Stopwatch();
            AtomicInteger granted = new AtomicInteger();
            all(clients, client -> {
                // All of them try until the store sees the end, and once more after the first was granted the lock.
                for (boolean last = false; !last; ) {
                    last = granted.get() > 0 || watch.elapsed().compareTo(endOf(lease())) > 0;
                    granted.addAndGet(
                            tryAcquire(client, name, unrenewed(longLease())).isPresent() ? 1 : 0);
                }
                return Optional.empty();
            });
            require(
                    granted.get() == 1,
                    "{} of {} clients were granted '{}', whose lease had just ended",
                    granted.get(),
                    clients.size(),
                    name);
        }
    }

    @FunctionalInterface
    private interface Trial {
        Optional<LockHandle> by(LockClient client) throws Exception;
    }

    private List<Optional<LockHandle>> all(List<LockClient> clients, Trial trial) throws Exception {
        List<Future<Optional<LockHandle>>> tries = new ArrayList<>();
        for (LockClient client : clients) {
            tries.add(start(() -> trial.by(client)));
        }
        List<Optional<LockHandle>> outcomes = new ArrayList<>();
        for (Future<Optional<LockHandle>> each : tries) {
            outcomes.add(join("a simultaneous try", each, endOf(lease()).plus(LONG)));
        }
        return outcomes;
    }

    @Test
    @Proves(Rule.ACQ_6)
    void ACQ_6_that_another_holds_the_lock_is_an_answer() throws Exception {
        String name = name();
        LockClient holder = client();
        hold(holder, name, renewed(longLease()));
        AcquireOptions waiting = unrenewed(longLease()).withMaxWait(Duration.ofMillis(40));
        for (LockClient client : List.of(client(), holder)) {
            DistributedLock lock = client.lock(name);
            require(
                    tryAcquire(client, name, unrenewed(longLease())).isEmpty(),
                    "'{}' was granted although it is held",
                    name);
            require(tryAcquire(client, name, waiting).isEmpty(), "'{}' was granted although it is held", name);
            thrown(LockTimeoutException.class, "acquire without waiting", () -> lock.acquire(unrenewed(longLease())));
            thrown(LockTimeoutException.class, "acquire with waiting", () -> lock.acquire(waiting));
            thrown(LockTimeoutException.class, "withLock", () -> lock.withLock(waiting, handle -> name));
            thrown(LockTimeoutException.class, "acquireAsync", () -> outcomeOf(lock.acquireAsync(waiting)));
        }
    }

    private LockHandle outcomeOf(Future<LockHandle> future) throws Throwable {
        try {
            return join("the future of acquireAsync", future);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_try_on_a_lock_held_in_the_same_client_asks_nobody() throws Exception {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        hold(client, name, unrenewed(longLease()));
        int before = watched.requests();
        require(client.lock(name).tryAcquire().isEmpty(), "'{}' was granted twice in one client", name);
        require(
                tryAcquire(client, name, unrenewed(longLease())).isEmpty(),
                "'{}' was granted twice in one client",
                name);
        Future<Boolean> other =
                start(() -> tryAcquire(client, name, unrenewed(longLease())).isEmpty());
        require(join("a try in another thread", other), "'{}' was granted twice in one client", name);
        int asked = watched.requests() - before;
        require(asked == 0, "3 tries on '{}', held in the same client, sent {} requests", name, asked);
    }

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_hold_is_known_however_many_other_names_its_client_used_since() throws Exception {
        int names = 20;
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        hold(client, name, renewed(longLease()));
        for (int i = 0; i < names; i++) {
            hold(client, name(), renewed(longLease())).release();
        }
        int before = watched.requests();
        require(
                tryAcquire(client, name, unrenewed(longLease())).isEmpty(),
                "'{}' was granted twice in one client, which used {} other names in between",
                name,
                names);
        int asked = watched.requests() - before;
        require(asked == 0, "a try on '{}', held in the same client, sent {} requests", name, asked);
    }

    @Test
    @Proves(Rule.ACQ_5)
    void ACQ_5_a_try_on_a_lock_waited_for_in_the_same_client_asks_nobody() throws Exception {
        String name = name();
        hold(client(), name, renewed(longLease()));
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        CompletableFuture<LockHandle> waiting =
                client.lock(name).acquireAsync(unrenewed(longLease()).withMaxWait(LONG));
        await("the waiter asks the store", () -> !watched.attempts().isEmpty());
        require(client.lock(name).tryAcquire().isEmpty(), "'{}' was granted although it is held", name);
        long different = watched.attempts().stream().map(Attempt::id).distinct().count();
        require(different == 1, "a try on '{}', waited for in the same client, was sent to the store", name);
        int others = watched.requests() - watched.attempts().size();
        require(others == 0, "a try on '{}', waited for in the same client, sent {} requests", name, others);
        waiting.cancel(true);
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_tries_that_failed_are_not_in_the_way_of_the_next_one() throws Exception {
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        for (LockClient other : List.of(client(), client())) {
            for (int i = 0; i < 3; i++) {
                require(
                        tryAcquire(other, name, unrenewed(longLease())).isEmpty(),
                        "'{}' was granted to another client while it is held",
                        name);
            }
        }
        held.release();
        Optional<LockHandle> next = tryAcquire(client(), name, unrenewed(longLease()));
        require(next.isPresent(), "'{}' is free, and a try failed after 6 others that failed before it", name);
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_a_failed_try_whose_answer_is_on_its_way_is_not_in_the_way_of_the_next_one() throws Exception {
        FaultLink link = link();
        LockClient slow = client(link);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        MessageGate gate = link.holdLookReply();
        Future<Boolean> failing = start(() -> isRefused(slow, name));
        awaitRefusal("the store has said no to a try", gate, failing::isDone);
        held.release();
        Optional<LockHandle> next = tryAcquire(client(), name, unrenewed(longLease()));
        require(next.isPresent(), "'{}' is free, and a try failed because of another that failed before it", name);
        gate.open();
        require(join("the failed try", failing), "'{}' was granted to a try that the store had refused", name);
    }

    private static boolean isRefused(LockClient client, String name) throws InterruptedException {
        try {
            return client.lock(name).tryAcquire().isEmpty();
        } catch (LockException e) {
            return true;
        }
    }
}
