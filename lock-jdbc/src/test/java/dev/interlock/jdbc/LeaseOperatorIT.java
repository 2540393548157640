// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Contest;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operator does to locks in leases, with the rights of any client. */
@ParameterizedClass
@EnumSource
class LeaseOperatorIT extends OnEachDatabase {

    private LockBackend backend;
    private OperatorSteps operator;

    @BeforeEach
    void open() {
        backend = bench.backend();
        operator = backend.operator().orElseThrow();
    }

    private Grant hold(String name) {
        return granted(backend.tryAcquire(attempt(new LockName(name))));
    }

    private static List<String> names(List<HeldLock> locks) {
        return locks.stream().map(lock -> lock.name().value()).toList();
    }

    @Test
    void a_list_has_the_held_locks_whose_names_start_so() {
        Grant held = hold("list/a%1");
        hold("list/a%2");
        hold("list/ü");
        backend.release(hold("list/a%0").attempt());
        hold("lisz");
        assertThat(names(operator.list("list/a%", 10))).containsExactly("list/a%1", "list/a%2");
        assertThat(names(operator.list("list/", 10))).containsExactly("list/a%1", "list/a%2", "list/ü");
        assertThat(names(operator.list("list/", 2))).containsExactly("list/a%1", "list/a%2");
        assertThat(names(operator.list("", 1_000))).contains("list/ü", "lisz").noneMatch(name -> name.startsWith("\0"));
        HeldLock listed = operator.list("list/a%1", 1).get(0);
        assertThat(listed.holder().fencingToken()).isEqualTo(held.token());
        assertThat(listed.holder().remaining().orElseThrow()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(10));
        assertThat(listed.since().orElseThrow()).isCloseTo(Instant.now(), within(60, ChronoUnit.SECONDS));
    }

    @Test
    void frees_the_holder_that_was_looked_at_and_the_next_token_is_greater() {
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(name, Duration.ofSeconds(60), 5)));
        assertThat(operator.free(name, held.token() + 1)).isEqualTo(new FreeOutcome.OtherToken(held.token()));
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.NotHeld());
        assertThat(backend.renew(held, Duration.ofSeconds(60))).isInstanceOf(RenewOutcome.NotOwner.class);
        Grant next = granted(backend.tryAcquire(attempt(name)));
        assertThat(next.token()).isGreaterThan(held.token() + 4);
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.OtherToken(next.token()));
    }

    @Test
    void the_server_wakes_the_first_waiter() {
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(name, Duration.ofMinutes(10), 1)));
        try (Contest contest = bench.backend().contest(attempt(name))) {
            await().until(() -> {
                contest.attempt();
                return contest.signalled();
            });
            assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
    }

    @Test
    void a_row_of_a_newer_version_is_not_freed() {
        LockName name = bench.name();
        Grant held = granted(backend.tryAcquire(attempt(name)));
        bench.server.execute("UPDATE interlock_lease SET format_version = 2 WHERE first_token = " + held.token());
        assertThat(operator.free(name, held.token()))
                .asInstanceOf(type(FreeOutcome.Refused.class))
                .satisfies(refused -> assertThat(refused.cause()).hasMessageContaining("format 2"));
    }

    @Test
    void row_locks_are_refused_with_the_way_out() {
        OperatorSteps refusing =
                bench.backend("interlock.mode=row-lock").operator().orElseThrow();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> refusing.list("", 1))
                .withMessageContaining("pg_terminate_backend");
    }
}
