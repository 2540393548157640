// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the cases of consecutive seeds on some threads until one of them fails, or none is left. */
final class Search {

    private final Simulation.Subject subject;
    private final int workers;

    Search(Simulation.Subject subject, int workers) {
        this.subject = subject;
        this.workers = workers;
    }

    /**
     * The result of a search.
     *
     * @param schedules how many schedules were run
     * @param steps how many steps they had in all
     * @param seconds how long they took in all in their simulated worlds
     * @param wrong the failed case with the lowest seed, of those that were run
     */
    record Result(long schedules, long steps, long seconds, Optional<Simulation.Outcome> wrong) {}

    /** Runs so many cases, or fewer if one fails. */
    Result run(long firstSeed, long count) throws InterruptedException {
        AtomicLong next = new AtomicLong();
        AtomicLong steps = new AtomicLong();
        AtomicLong nanos = new AtomicLong();
        AtomicReference<Simulation.Outcome> wrong = new AtomicReference<>();
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                running.add(threads.submit(() -> {
                    try (Simulation simulation = new Simulation(subject)) {
                        for (long i1 = next.getAndIncrement();
                                i1 < count && wrong.get() == null;
                                i1 = next.getAndIncrement()) {
                            Simulation.Outcome outcome = simulation.run(Simulation.Case.of(firstSeed + i1), false);
                            steps.addAndGet(outcome.steps());
                            nanos.addAndGet(outcome.nanos());
                            if (outcome.isWrong()) {
                                wrong.compareAndSet(null, outcome);
                            }
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdown();
        }
        return new Result(
                Math.min(next.get(), count),
                steps.get(),
                TimeUnit.NANOSECONDS.toSeconds(nanos.get()),
                Optional.ofNullable(wrong.get()));
    }
}
