// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of ACQ about what a failed try leaves open in its own process. */
public abstract class AcquireResourceRules extends ClientRuleTest {

    private static final int MANY = 50;

    /** A leak opens more in each round; a pool that grows, or other work in this JVM, does so in one or two. */
    private static final int ROUNDS = 3;

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
