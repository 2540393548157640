// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.redis.tck.RedlockOpener;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lock over several servers must not do: each scene is kept by ours and by the simple one, and broken by a mutant. */
class RedlockMutantsIT {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private final StandaloneContext context = new StandaloneContext();
    private final Deque<LockBackend> backends = new ArrayDeque<>();
    private RedisGroup group;
    private GateProxy proxy;
    private int names;

    @BeforeEach
    void start() {
        group = RedisGroup.start(3);
        proxy = GateProxy.redis(group.server(0).host(), group.server(0).port());
    }

    @AfterEach
    void stop() {
        backends.forEach(LockBackend::close);
        proxy.close();
        group.close();
    }

    @Test
    void a_server_that_answers_twice_counts_once() {
        keptByAllBut(RedlockMutants.CountsAnswers::new, this::countsOnce);
    }

    @Test
    void a_failed_attempt_is_released_where_no_answer_came() {
        keptByAllBut(RedlockMutants.GivesBackSuccessesOnly::new, this::givesBackEverywhere);
    }

    @Test
    void the_lease_counts_from_before_the_first_request() {
        keptByAllBut(RedlockMutants.CountsFromTheLast::new, this::countsFromTheFirst);
    }

    @Test
    void tokens_grow_whichever_majority_grants() {
        keptByAllBut(RedlockMutants.TokenOfTheFirst::new, this::tokensGrow);
    }

    private interface Scene {
        boolean isKept(Function<String, LockBackend> opener) throws Exception;
    }

    private void keptByAllBut(Function<String, LockBackend> mutant, Scene scene) {
        for (Function<String, LockBackend> sound :
                List.<Function<String, LockBackend>>of(new RedlockOpener(), SimpleRedlock::new)) {
            assertThat(played(scene, sound)).as("sound").isTrue();
        }
        assertThat(played(scene, mutant)).as("mutant").isFalse();
    }

    private boolean played(Scene scene, Function<String, LockBackend> opener) {
        try {
            return scene.isKept(opener);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private boolean countsOnce(Function<String, LockBackend> opener) {
        LockName name = name();
        LockBackend holder = open(opener, uri(false));
        Grant held = ((Granted) holder.tryAcquire(attempt(name))).grant();
        group.server(2).command("DEL", key(name));
        boolean second = open(opener, uri(false)).tryAcquire(attempt(name)) instanceof Granted;
        holder.release(held.attempt());
        return !second;
    }

    private boolean givesBackEverywhere(Function<String, LockBackend> opener) {
        LockName name = name();
        LockBackend backend = open(opener, uri(true));
        Gate lost = proxy.onRequest(
                        message -> RedisSteps.REDLOCK.of(RequestKind.ACQUIRE).test(message)
                                || SimpleRedis.STEPS.of(RequestKind.ACQUIRE).test(message))
                .dropReply(ConnectionEnding.CUT);
        group.server(1).kill();
        try {
            boolean granted = backend.tryAcquire(attempt(name)) instanceof Granted;
            Awaitility.await().until(lost::isReached);
            return !granted && isGoneWithin(Duration.ofSeconds(5), name);
        } finally {
            group.server(1).restart();
        }
    }

    private boolean isGoneWithin(Duration patience, LockName name) {
        try {
            Awaitility.await()
                    .atMost(patience)
                    .until(() -> List.of(0, 2).stream()
                            .allMatch(place -> group.server(place)
                                    .command("EXISTS", key(name))
                                    .equals("0")));
            return true;
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            return false;
        }
    }

    private boolean countsFromTheFirst(Function<String, LockBackend> opener) throws Exception {
        LockName name = name();
        LockBackend backend = open(opener, uri(true));
        Gate slow = proxy.onRequest(
                        message -> RedisSteps.REDLOCK.of(RequestKind.ACQUIRE).test(message)
                                || SimpleRedis.STEPS.of(RequestKind.ACQUIRE).test(message))
                .holdReply();
        CompletableFuture<Grant> granted =
                CompletableFuture.supplyAsync(() -> ((Granted) backend.tryAcquire(attempt(name))).grant());
        Awaitility.await().until(slow::isReached);
        long armed = context.clock().nanoTime();
        slow.open();
        return granted.get().sentNanos() - armed < 0;
    }

    private boolean tokensGrow(Function<String, LockBackend> opener) {
        LockName name = name();
        // As tries that failed, and holds that some of them granted, leave them behind.
        for (int place : new int[] {0, 1, 2}) {
            group.server(place).command("SET", key(name) + ":token", Integer.toString(1_200 - 100 * place));
        }
        LockBackend backend = open(opener, uri(false));
        Grant first = ((Granted) backend.tryAcquire(attempt(name))).grant();
        backend.release(first.attempt());
        Awaitility.await()
                .until(() -> List.of(0, 1, 2).stream()
                        .allMatch(place ->
                                group.server(place).command("EXISTS", key(name)).equals("0")));
        group.server(0).kill();
        try {
            Grant second = ((Granted) open(opener, uri(false)).tryAcquire(attempt(name))).grant();
            return second.token() > first.token();
        } finally {
            group.server(0).restart();
        }
    }

    private String uri(boolean throughProxy) {
        RedisServer first = group.server(0);
        return "redlock:" + (throughProxy ? first.uriThrough(proxy.port()) : first.uri()) + ","
                + group.server(1).uri() + "," + group.server(2).uri() + "?timeout=10s&nodeTimeout=5s";
    }

    private LockBackend open(Function<String, LockBackend> opener, String uri) {
        LockBackend backend = opener.apply(uri);
        backends.push(backend);
        backend.start(context);
        return backend;
    }

    private LockName name() {
        return new LockName("scene-" + ++names);
    }

    private static Attempt attempt(LockName name) {
        return Attempt.of(name, AttemptId.random(), LEASE, 1, null);
    }

    private static String key(LockName name) {
        return "interlock:{" + name + "}";
    }
}
