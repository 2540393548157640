// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.bulk;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireAllOutcome.Contended;
import dev.interlock.spi.AcquireAllOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A run of clients that ask for overlapping sets of locks. Each client asks for a whole set at once, in any order,
 * while an onlooker inspects the locks. The run checks that no two clients have the same lock, that no client is ever
 * seen with a part of a set that was not granted, that no step fails, and that the tokens of each lock grow. It can be
 * used once.
 */
public final class AllOrNoneRun {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private final List<LockBackend> clients;
    private final LockBackend onlooker;
    private final List<LockName> names;
    private final Map<LockName, String> holders = new ConcurrentHashMap<>();
    private final Map<LockName, Long> tokens = new ConcurrentHashMap<>();
    private final Set<String> granted = ConcurrentHashMap.newKeySet();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tries = new AtomicInteger();
    private volatile boolean over;

    /**
     * Creates a run that has not begun.
     *
     * @param clients started backends that offer {@link BulkSteps}; each is used by its own thread
     * @param onlooker a started backend on the same store
     * @param names the locks, at least 4, which no other client uses
     */
    public AllOrNoneRun(List<LockBackend> clients, LockBackend onlooker, List<LockName> names) {
        this.clients = List.copyOf(clients);
        this.onlooker = onlooker;
        this.names = List.copyOf(names);
    }

    /**
     * Runs until each client was granted the given number of sets.
     *
     * @param sets how many for each client
     * @param limit the limit of the whole run
     * @return how many tries found one of their locks taken
     * @throws AssertionError if a check fails
     * @throws InterruptedException if the caller is interrupted
     */
    public int granting(int sets, Duration limit) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(clients.size() + 1);
        try {
            Future<?> looking = threads.submit(this::lookOn);
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < clients.size(); i++) {
                BulkSteps steps = clients.get(i).bulk().orElseThrow();
                String client = "client-" + i;
                Random random = new Random(i);
                working.add(threads.submit(() -> work(steps, client, random, sets)));
            }
            long end = System.nanoTime() + limit.toNanos();
            for (Future<?> each : working) {
                await(each, end);
            }
            over = true;
            await(looking, end);
        } finally {
            over = true;
            threads.shutdownNow();
            require(threads.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS), "a step did not end");
        }
        seen.removeAll(granted);
        require(seen.isEmpty(), "locks were seen with attempts that were never granted: " + seen);
        return tries.get() - granted.size();
    }

    private static void await(Future<?> work, long end) throws InterruptedException {
        try {
            work.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("a client did not get through: " + e, e);
        }
    }

    private void work(BulkSteps steps, String client, Random random, int sets) {
        for (int set = 0; set < sets && !over; ) {
            String hint = client + "-try-" + tries.incrementAndGet();
            List<Attempt> attempts = someOf(hint, random);
            AcquireAllOutcome outcome = steps.tryAcquireAll(attempts);
            if (outcome instanceof Granted all) {
                granted.add(hint);
                use(all.grants(), hint);
                List<ReleaseOutcome> released = steps.releaseAll(attempts);
                require(
                        released.stream().allMatch(ReleaseOutcome.Released.class::isInstance),
                        "held locks were not all released: " + released);
                set++;
            } else {
                require(outcome instanceof Contended, "the locks were neither granted nor taken: " + outcome);
            }
        }
    }

    /** Two to four of the locks, in any order. */
    private List<Attempt> someOf(String hint, Random random) {
        List<LockName> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, 2 + random.nextInt(3)).stream()
                .map(name -> Attempt.of(name, AttemptId.random(), LEASE, 1, hint))
                .toList();
    }

    private void use(List<Grant> grants, String hint) {
        for (Grant grant : grants) {
            LockName name = grant.attempt().name();
            String other = holders.putIfAbsent(name, hint);
            require(other == null, "'" + name + "' was granted to " + hint + " while " + other + " had it");
            Long before = tokens.put(name, grant.token());
            require(before == null || before < grant.token(), "tokens of '" + name + "' did not grow");
        }
        grants.forEach(grant -> holders.remove(grant.attempt().name(), hint));
    }

    private void lookOn() {
        for (int i = 0; !over; i++) {
            Optional<Holder> holder = onlooker.inspect(names.get(i % names.size()));
            holder.flatMap(Holder::hint).ifPresent(seen::add);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
