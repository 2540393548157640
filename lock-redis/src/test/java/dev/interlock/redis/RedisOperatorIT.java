// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static dev.interlock.redis.BackendBench.tokenKey;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator does to locks on a real server. */
class RedisOperatorIT {

    private static BackendBench fixture;
    private static LockBackend backend;
    private static OperatorSteps operator;

    @BeforeAll
    static void start() {
        fixture = new BackendBench();
        backend = fixture.backend();
        operator = backend.operator().orElseThrow();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static Grant hold(String name) {
        return granted(backend.tryAcquire(attempt(new LockName(name))));
    }

    private static List<String> names(List<HeldLock> locks) {
        return locks.stream().map(lock -> lock.name().value()).sorted().toList();
    }

    @Test
    void a_list_has_the_held_locks_whose_names_start_so_and_no_other_key() {
        Grant held = hold("list:a{1}%*");
        hold("list:a{2}%*");
        hold("list:b");
        hold("listing");
        fixture.server.command("SET", "interlock:{list:reserved}", "0 " + "a".repeat(32) + " 0 0 channel");
        fixture.server.command("SET", "interlock:{list:foreign}", "something");
        fixture.server.command("SET", "interlock:{%interlock-x}", "1 ab 1 1 -");
        assertThat(names(operator.list("list:a{", 10))).containsExactly("list:a{1}%*", "list:a{2}%*");
        assertThat(names(operator.list("list:a{1}%*", 10))).containsExactly("list:a{1}%*");
        assertThat(names(operator.list("list:?", 10))).isEmpty();
        assertThat(names(operator.list("list:", 10))).containsExactly("list:a{1}%*", "list:a{2}%*", "list:b");
        HeldLock listed = operator.list("list:a{1}", 1).get(0);
        assertThat(listed.holder().fencingToken()).isEqualTo(held.token());
        assertThat(listed.holder().remaining().orElseThrow()).isBetween(Duration.ofSeconds(10), BackendBench.LEASE);
        assertThat(listed.since().orElseThrow()).isCloseTo(Instant.now(), within(60, ChronoUnit.SECONDS));
        assertThat(listed.waiters()).isEqualTo(OptionalInt.of(0));
    }

    @Test
    void a_list_of_more_keys_than_one_request_sees_has_each_lock_once() {
        List<String> all = IntStream.range(0, 3_000)
                .mapToObj(number -> String.format("many:%04d", number))
                .toList();
        all.forEach(RedisOperatorIT::hold);
        assertThat(names(operator.list("many:", 10_000))).isEqualTo(all);
        assertThat(operator.list("many:", 100)).hasSize(100);
    }

    @Test
    void frees_the_holder_that_was_looked_at_wakes_the_first_waiter_and_lets_tokens_grow() {
        LockName name = fixture.name();
        Grant held = granted(backend.tryAcquire(attempt(name, BackendBench.LEASE, 5)));
        Attempt waiting = attempt(name);
        try (Contest contest = backend.contest(waiting)) {
            untilSignalled(contest);
            assertThat(operator.list(name.value(), 1).get(0).waiters()).isEqualTo(OptionalInt.of(1));
            assertThat(operator.free(name, held.token() + 1)).isEqualTo(new FreeOutcome.OtherToken(held.token()));
            assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            assertThat(operator.free(name, held.token()))
                    .as("reserved for the waiter")
                    .isEqualTo(new FreeOutcome.NotHeld());
            Grant next = granted(contest.attempt());
            assertThat(next.token()).isGreaterThan(held.token() + 4);
            assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.OtherToken(next.token()));
            assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
            assertThat(backend.release(waiting)).isEqualTo(new ReleaseOutcome.Released());
        }
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.NotHeld());
    }

    @Test
    void without_queues_a_freed_lock_notifies_all_waiters() {
        LockBackend plain = fixture.backendWithoutQueues();
        OperatorSteps steps = plain.operator().orElseThrow();
        LockName name = fixture.name();
        Grant held = granted(plain.tryAcquire(attempt(name)));
        try (Contest contest = plain.contest(attempt(name))) {
            untilSignalled(contest);
            assertThat(steps.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
            await().until(() -> contest.signal().toCompletableFuture().isDone());
        }
        assertThatExceptionOfType(LockUnavailableException.class)
                .as("a client's rights are too few for a list")
                .isThrownBy(() -> steps.list("", 10))
                .withMessageContaining("NOPERM")
                .withMessageEndingWith(" +scan");
    }

    @Test
    void the_documented_rights_are_enough() {
        List<String> user = new ArrayList<>(List.of("ACL", "SETUSER", "operator", "on", ">operating"));
        user.addAll(List.of(RedisErrors.rights("interlock").split(" ", -1)));
        user.add("+scan");
        assertThat(fixture.server.command(user.toArray(String[]::new))).isEqualTo("OK");
        OperatorSteps steps = fixture.backend("user=operator", "password=operating")
                .operator()
                .orElseThrow();
        LockName name = fixture.name();
        Grant held = granted(backend.tryAcquire(attempt(name)));
        assertThat(names(steps.list(name.value(), 10))).contains(name.value());
        assertThat(steps.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
    }

    @Test
    void a_value_of_a_newer_version_is_not_freed() {
        LockName name = fixture.name();
        String value = "2 " + "a".repeat(32) + " 7 1 -";
        fixture.server.command("SET", key(name), value);
        assertThat(operator.free(name, 7))
                .asInstanceOf(type(FreeOutcome.Refused.class))
                .satisfies(refused -> assertThat(refused.cause()).hasMessageContaining(key(name)));
        assertThat(fixture.server.command("GET", key(name))).isEqualTo(value);
    }

    @Test
    void the_token_key_stays() {
        LockName name = fixture.name();
        Grant held = granted(backend.tryAcquire(attempt(name)));
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
        assertThat(fixture.server.command("GET", tokenKey(name))).isEqualTo(Long.toString(held.token()));
    }
}
