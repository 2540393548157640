// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.EtcdServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator does to locks on a real server. */
class EtcdOperatorIT {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static EtcdServer server;
    private static LockBackend backend;
    private static OperatorSteps operator;

    @BeforeAll
    static void start() {
        server = EtcdServer.start();
        backend = started("interlock");
        operator = backend.operator().orElseThrow();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            backend.close();
            server.close();
        }
    }

    private static LockBackend started(String namespace) {
        LockBackend backend = new EtcdLockBackendProvider()
                .open(LockSettings.of(
                        "etcd://" + server.endpoint() + "/" + namespace + "?timeout=20s&pollFallback=1m"));
        backend.start(new StandaloneContext());
        return backend;
    }

    private static Attempt attempt(String name, String hint) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, hint);
    }

    private static Grant hold(LockBackend at, Attempt attempt) {
        assertThat(at.tryAcquire(attempt)).isInstanceOf(Granted.class);
        return ((Granted) at.tryAcquire(attempt)).grant();
    }

    private static List<String> names(List<HeldLock> locks) {
        return locks.stream().map(lock -> lock.name().value()).toList();
    }

    @Test
    void a_list_has_the_held_locks_whose_names_start_so_and_no_other_key() {
        Grant held = hold(backend, attempt("list:a/1%2F", "host-7"));
        hold(backend, attempt("list:a/2", null));
        hold(backend, attempt("list:b", null));
        hold(backend, attempt("listing", null));
        server.put("interlock/list:c", "of another application", LEASE);
        server.put("interlock/list:d/other", "of another application", LEASE);
        try (Contest waiting = backend.contest(attempt("list:b", null))) {
            assertThat(waiting.attempt()).isInstanceOf(Contended.class);
            assertThat(names(operator.list("list:a/", 10))).containsExactlyInAnyOrder("list:a/1%2F", "list:a/2");
            assertThat(names(operator.list("list:", 10)))
                    .containsExactlyInAnyOrder("list:a/1%2F", "list:a/2", "list:b");
            assertThat(operator.list("list:", 2)).hasSize(2);
            assertThat(operator.list("list:b", 1).get(0).waiters()).isEqualTo(OptionalInt.of(1));
        }
        HeldLock listed = operator.list("list:a/1", 1).get(0);
        assertThat(listed.holder().fencingToken()).isEqualTo(held.token());
        assertThat(listed.holder().hint()).isEqualTo(Optional.of("host-7"));
        assertThat(listed.waiters()).isEqualTo(OptionalInt.of(0));
    }

    @Test
    void a_list_of_more_keys_than_one_request_has_each_lock_once() {
        List<String> all = new ArrayList<>();
        for (int number = 1_000; number < 1_600; number++) {
            all.add("many:" + number);
            hold(backend, attempt("many:" + number, "host"));
        }
        assertThat(names(operator.list("many:", 10_000))).isEqualTo(all);
        assertThat(names(operator.list("many:", 510))).hasSize(510).doesNotHaveDuplicates();
    }

    @Test
    void without_a_namespace_all_keys_are_looked_at() {
        LockBackend bare = started("");
        hold(bare, attempt("bare", null));
        assertThat(names(bare.operator().orElseThrow().list("", 1_000))).contains("bare");
        bare.close();
    }

    @Test
    void frees_the_holder_that_was_looked_at_wakes_the_first_waiter_and_lets_tokens_grow() {
        LockName name = new LockName("freed");
        Attempt before = attempt("freed", null);
        hold(backend, before);
        Attempt holding = attempt("freed", null);
        Contest second = backend.contest(holding);
        assertThat(second.attempt()).isInstanceOf(Contended.class);
        assertThat(backend.release(before)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(second.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        Grant held = ((Granted) second.attempt()).grant();
        second.close();
        Attempt next = attempt("freed", null);
        try (Contest waiting = backend.contest(next)) {
            assertThat(waiting.attempt()).isInstanceOf(Contended.class);
            assertThat(operator.free(name, held.token() + 1)).isEqualTo(new FreeOutcome.OtherToken(held.token()));
            assertThat(waiting.attempt()).isInstanceOf(Contended.class);
            assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
            assertThat(waiting.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            Grant granted = ((Granted) waiting.attempt()).grant();
            assertThat(granted.token()).isGreaterThan(held.token());
            assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.OtherToken(granted.token()));
            assertThat(backend.renew(held, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
            assertThat(backend.release(next)).isEqualTo(new ReleaseOutcome.Released());
        }
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.NotHeld());
    }
}
