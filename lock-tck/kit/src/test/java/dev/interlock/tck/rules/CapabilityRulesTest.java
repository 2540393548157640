// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingWallClock;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules that depend on a capability hold on sound backends that declare the opposite of what memory does. */
class CapabilityRulesTest {

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"WAIT_1", "WAIT_2", "WAIT_3", "WAIT_4", "WAIT_5", "WAIT_6", "WAIT_7"})
    void hold_where_waiters_poll(Rule rule) {
        assertPasses(rule, new OtherSide(new MemoryFixture(), Waiting.POLL));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"WAIT_8", "WAIT_9", "WAIT_10", "REENT_5", "CLOSE_1", "CLOSE_4"})
    void hold_where_waiters_poll_in_no_order(Rule rule) {
        assertPasses(rule, new OtherSide(new MemoryFixture(), Waiting.POLL));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"WAIT_10", "OBS_5", "EXP_5", "EXP_6"})
    void hold_where_waiting_blocks_restarts_are_survived_and_no_lock_delay_is_kept(Rule rule) {
        assertPasses(rule, new OtherSide(new MemoryFixture(), Waiting.BLOCKING));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"EXP_4", "OBS_5"})
    void hold_where_a_restart_takes_longer_than_the_long_lease(Rule rule) {
        assertPasses(rule, new SlowStart(new OtherSide(new MemoryFixture(), Waiting.SIGNAL)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"FAULT_1", "FAULT_2"})
    void hold_where_leases_follow_the_wall_clock_and_a_fail_over_keeps_them(Rule rule) {
        assertPasses(rule, new OtherSide(new MemoryFixture(), Waiting.SIGNAL));
    }

    private static void assertPasses(Rule rule, LockFixture fixture) {
        assertThat(TckRunner.run(fixture, EnumSet.of(rule), result -> {}))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome())
                        .as("%s: %s", result.test(), result.message())
                        .isEqualTo(Outcome.PASSED));
    }

    /**
     * Memory with waiters that poll, without order; restarts and fail-overs keep everything, and jumps of a clock
     * end leases.
     */
    private static final class OtherSide extends ForwardingFixture {

        private final Waiting waiting;

        OtherSide(MemoryFixture memory, Waiting waiting) {
            super(memory);
            this.waiting = waiting;
        }

        @Override
        protected LockBackend decorated(LockBackend backend) {
            return new ForwardingBackend(backend) {
                private final Queue<Attempt> granted = new ConcurrentLinkedQueue<>();

                @Override
                protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                    AcquireOutcome outcome = step.get();
                    if (outcome instanceof AcquireOutcome.Granted) {
                        granted.add(attempt);
                    }
                    return outcome;
                }

                /** Grants end with their backend, so that no lock delay can be kept. */
                @Override
                public void close() {
                    granted.forEach(this::release);
                    super.close();
                }

                @Override
                public Capabilities capabilities() {
                    Capabilities memory = super.capabilities();
                    return memory.withDeclared(Set.of(Capability.SURVIVES_RESTART, Capability.SURVIVES_FAIL_OVER))
                            .withWaiting(waiting);
                }

                @Override
                public Contest contest(Attempt attempt) {
                    return Contest.polling(this, attempt);
                }
            };
        }

        @Override
        public String description() {
            return "memory with waiters that poll";
        }

        @Override
        public Optional<Runnable> restart() {
            return Optional.of(() -> {});
        }

        @Override
        public Optional<StoreWallClock> wallClock() {
            return super.wallClock().map(clock -> new ForwardingWallClock(clock) {
                @Override
                public void set(Duration ahead) {
                    super.set(ahead);
                    storeHooks().orElseThrow().loseData();
                }
            });
        }

        @Override
        public Optional<FailOver> failOver() {
            return super.failOver().map(failOver -> new ForwardingFailOver(failOver) {
                @Override
                public void run() {
                    // The server that takes over has every grant.
                }
            });
        }
    }

    /** A store that is up again when every long lease has ended. */
    private static final class SlowStart extends ForwardingFixture {

        private static final Duration LONG_LEASE = Duration.ofMillis(200);

        SlowStart(LockFixture to) {
            super(to);
        }

        @Override
        public String description() {
            return super.description() + " and a slow start";
        }

        @Override
        public Duration longLease() {
            return LONG_LEASE;
        }

        @Override
        public Duration restartLease() {
            return super.longLease();
        }

        @Override
        public Optional<Runnable> restart() {
            return Optional.of(() ->
                    Awaitility.await().pollDelay(LONG_LEASE.multipliedBy(2)).until(() -> true));
        }
    }
}
