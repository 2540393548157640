// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of ACQ about what a failed try leaves open in its own process. */
public abstract class AcquireResourceRules extends ClientRuleTest {

    private static final int MANY = 50;

    /** So many at once wait for the request limit, once. */
    private static final int FEW = 8;

    /** A leak opens more in each round; a pool that grows, or other work in this JVM, does so in one or two. */
    private static final int ROUNDS = 3;

    /** With few tries, little other work in this JVM looks like a leak, as that of rules on another store. */
    private static final int ROUNDS_OF_FEW = 15;

    @Test
    @Proves(Rule.ACQ_7)
    @ResourceLock(STORE)
    void ACQ_7_tries_and_polls_leave_no_file_or_connection_open() {
        LockBackend backend = backend();
        Attempt held = attempt(name(), longLease());
        granted(backend(), held);
        String name = held.name().value();
        // Loads classes, and opens the connections that a backend keeps.
        refuse(backend, name);
        long grown = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            long before = open();
            for (int i = 0; i < MANY; i++) {
                refuse(backend, name);
            }
            try (Contest contest = backend.contest(attempt(name, longLease()))) {
                for (int i = 0; i < MANY; i++) {
                    requireRefused(name, contest.attempt());
                }
            }
            grown = open() - before;
            if (grown < MANY / 2) {
                evidence("{} tries and {} polls opened {} files and connections more", MANY, MANY, grown);
                return;
            }
        }
        throw broken(
                "{} times {} refused tries and {} polls of a waiter for '{}' left more and more open, at last {} more",
                ROUNDS,
                MANY,
                MANY,
                name,
                grown);
    }

    @Test
    @Proves(Rule.ACQ_7)
    @ResourceLock(STORE)
    void ACQ_7_tries_that_fail_leave_no_file_or_connection_open() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            LockBackend backend = started(trouble.openBackend());
            Set<String> names = Stream.generate(this::name).limit(FEW).collect(Collectors.toSet());
            granted(backend, attempt(name(), longLease()));
            trouble.begin(names);
            requireNoneLeftOpen(trouble, backend, names);
            trouble.end();
        }
    }

    private void requireNoneLeftOpen(StoreTrouble trouble, LockBackend backend, Set<String> names) throws Exception {
        long grown = 0;
        for (int round = 1; round <= ROUNDS_OF_FEW; round++) {
            long before = open();
            // At the same time: each may take the whole request limit.
            List<Future<AcquireOutcome>> tries = names.stream()
                    .map(name -> start(() -> backend.tryAcquire(attempt(name, longLease()))))
                    .toList();
            for (Future<AcquireOutcome> each : tries) {
                join("a try while " + trouble.description(), each, LONG);
            }
            grown = open() - before;
            if (grown < FEW / 2) {
                evidence("{} tries while {} opened {} files and connections more", FEW, trouble.description(), grown);
                return;
            }
        }
        throw broken(
                "{} times {} tries while {} left more and more open, at last {} more",
                ROUNDS_OF_FEW,
                FEW,
                trouble.description(),
                grown);
    }

    private void refuse(LockBackend backend, String name) {
        requireRefused(name, backend.tryAcquire(attempt(name, longLease())));
    }

    private void requireRefused(String name, AcquireOutcome outcome) {
        require(outcome instanceof AcquireOutcome.Contended, "'{}' is held, and an attempt ended as {}", name, outcome);
    }

    private long open() {
        OptionalLong open = fixture().openResources();
        return open.orElseThrow(() -> notExercised("this system does not tell how many files a process has open"));
    }
}
