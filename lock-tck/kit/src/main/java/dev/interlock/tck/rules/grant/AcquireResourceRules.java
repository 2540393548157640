// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.ResourceRuleTest;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of ACQ about what a failed try leaves open in its own process. */
public abstract class AcquireResourceRules extends ResourceRuleTest {

    private static final int MANY = 50;

    /** So many at once wait for the request limit, once. */
    private static final int FEW = 8;

    /** With few tries, little other work in this JVM looks like a leak, as that of rules on another store. */
    private static final int ROUNDS_OF_FEW = 15;

    private static final int MANY_THREADS = 1_000;

    @Test
    @Proves(Rule.ACQ_7)
    @ResourceLock(STORE)
    void ACQ_7_tries_and_polls_leave_no_file_or_connection_open() throws Exception {
        LockBackend backend = backend();
        LockBackend holder = backend();
        Grant held = granted(holder, attempt(name(), longLease()));
        String name = held.attempt().name().value();
        // Loads classes, and opens the connections that a backend keeps.
        refuse(backend, name);
        String what = MANY + " refused tries and " + MANY + " polls of a waiter for '" + name + "'";
        requireNoneLeftOpen(what, MANY, ROUNDS, Duration.ZERO, () -> {
            for (int i = 0; i < MANY; i++) {
                // On a slow machine all of this may take longer than a lease.
                holder.renew(held, longLease());
                refuse(backend, name);
            }
            try (Contest contest = backend.contest(attempt(name, longLease()))) {
                for (int i = 0; i < MANY; i++) {
                    holder.renew(held, longLease());
                    requireRefused(name, contest.attempt());
                }
            }
        });
    }

    @Test
    @Proves(Rule.ACQ_7)
    @ResourceLock(STORE)
    void ACQ_7_tries_that_fail_leave_no_file_or_connection_open() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            LockBackend backend = started(trouble.openBackend());
            Set<String> names = fewNames();
            granted(backend, attempt(name(), longLease()));
            trouble.begin(names);
            String what = FEW + " tries while " + trouble.description();
            requireNoneLeftOpen(what, FEW, ROUNDS_OF_FEW, Duration.ZERO, () -> {
                // At the same time: each may take the whole request limit.
                List<Future<AcquireOutcome>> tries = names.stream()
                        .map(name -> start(() -> backend.tryAcquire(attempt(name, longLease()))))
                        .toList();
                for (Future<AcquireOutcome> each : tries) {
                    join("a try while " + trouble.description(), each, LONG);
                }
            });
            trouble.end();
        }
    }

    @Test
    @Proves(Rule.ACQ_7)
    @ResourceLock(STORE)
    void ACQ_7_backends_that_close_after_a_failed_try_leave_no_file_or_connection_open() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            Set<String> names = fewNames();
            String what = FEW + " backends that closed after a try while " + trouble.description();
            requireNoneLeftOpen(what, FEW, ROUNDS, patience(), () -> {
                List<LockBackend> backends = new ArrayList<>();
                for (int i = 0; i < FEW; i++) {
                    backends.add(started(trouble.openBackend()));
                }
                trouble.begin(names);
                List<Future<AcquireOutcome>> tries = new ArrayList<>();
                for (String name : names) {
                    LockBackend backend = backends.get(tries.size());
                    tries.add(start(() -> {
                        AcquireOutcome outcome = backend.tryAcquire(attempt(name, longLease()));
                        backend.close();
                        startInVain(trouble);
                        return outcome;
                    }));
                }
                for (Future<AcquireOutcome> each : tries) {
                    join("a try while " + trouble.description(), each, LONG);
                }
                trouble.end();
            });
        }
    }

    /** As a service does that is started before its store. */
    private static void startInVain(StoreTrouble trouble) {
        LockBackend backend = trouble.openBackend();
        try {
            backend.start(new StandaloneContext());
        } catch (LockUnavailableException e) {
            // Most troubles keep it from starting.
        } finally {
            backend.close();
        }
    }

    @Test
    @Proves(Rule.ACQ_7)
    void ACQ_7_backends_that_close_leave_no_thread() throws Exception {
        Attempt held = attempt(name(), longLease());
        granted(backend(), held);
        boolean blocks = waitingBlocks();
        for (int round = 0; round < ROUNDS; round++) {
            // Threads belong to the group of the thread that made them.
            ThreadGroup group = new ThreadGroup("backends that close");
            join(
                    FEW + " backends that close",
                    CompletableFuture.runAsync(
                            () -> useAndClose(held, blocks), task -> new Thread(group, task).start()),
                    LONG);
            if (Awaiter.holdsWithin(() -> group.activeCount() < FEW / 2, Awaiter.stretched(patience()))) {
                evidence("{} backends that closed left less than {} threads", FEW, FEW / 2);
                return;
            }
        }
        throw broken("{} times {} backends that closed left at least {} threads", ROUNDS, FEW, FEW / 2);
    }

    private void useAndClose(Attempt held, boolean blocks) {
        for (int i = 0; i < FEW; i++) {
            LockBackend backend = fixture().openBackend();
            backend.start(new StandaloneContext());
            try (Contest contest = backend.contest(like(held))) {
                if (!blocks) {
                    contest.attempt();
                }
            }
            backend.release(granted(backend, attempt(name(), longLease())).attempt());
            requireDaemons();
            backend.close();
        }
    }

    /** Of those that this thread has made, by way of the backend: one that is not would keep a JVM from its end. */
    private void requireDaemons() {
        Thread[] threads = new Thread[MANY_THREADS];
        int count = Thread.currentThread().getThreadGroup().enumerate(threads);
        List<String> others = Stream.of(threads)
                .limit(count)
                .filter(thread -> !thread.isDaemon() && thread != Thread.currentThread())
                .map(Thread::getName)
                .toList();
        require(others.isEmpty(), "threads of a backend are no daemons: {}", others);
    }

    private Set<String> fewNames() {
        return Stream.generate(this::name).limit(FEW).collect(Collectors.toSet());
    }

    private void refuse(LockBackend backend, String name) {
        requireRefused(name, backend.tryAcquire(attempt(name, longLease())));
    }

    private void requireRefused(String name, AcquireOutcome outcome) {
        require(outcome instanceof AcquireOutcome.Contended, "'{}' is held, and an attempt ended as {}", name, outcome);
    }
}
