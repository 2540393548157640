// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of ACQ about which caller is granted a lock, and about the answers to the others. */
abstract class AcquireRules extends ClientRuleTest {

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
        List<Future<?>> crew = new ArrayList<>();
        for (int c = 0; c < clients; c++) {
            LockClient client = client();
            for (int t = 0; t < threadsPerClient; t++) {
                String who = "client " + c + " thread " + t;
                crew.add(start(() -> compete(client, name, rounds, section, who)));
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

    private Void compete(LockClient client, String name, int rounds, CriticalSection section, String who)
            throws Exception {
        for (int i = 0; i < rounds && section.collision() == null; i++) {
            try (LockHandle held = hold(client, name, renewed(longLease()).withMaxWait(LONG))) {
                section.enter(who + " with token " + held.fencingToken());
            }
        }
        return null;
    }

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_of_simultaneous_tries_on_a_free_lock_exactly_one_is_granted() throws Exception {
        int rounds = 20;
        List<LockClient> clients = IntStream.range(0, 6).mapToObj(i -> client()).toList();
        for (int round = 0; round < rounds; round++) {
            String name = name();
            CyclicBarrier line = new CyclicBarrier(clients.size());
            List<Future<Optional<LockHandle>>> tries = new ArrayList<>();
            for (LockClient client : clients) {
                tries.add(start(() -> {
                    line.await();
                    return tryAcquire(client, name, unrenewed(longLease()));
                }));
            }
            int granted = 0;
            for (Future<Optional<LockHandle>> each : tries) {
                granted += join("a simultaneous try", each).isPresent() ? 1 : 0;
            }
            require(granted == 1, "{} of {} simultaneous tries were granted '{}'", granted, clients.size(), name);
        }
        evidence("{} rounds of {} simultaneous tries, one grant each", rounds, clients.size());
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
}
