// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Whose connections are whose: the step's, those that are ready, the pool's. */
class StepPoolIT {

    private final RedisServer server = RedisServer.start();
    private final StandaloneContext context = new StandaloneContext();
    private StepPool pool = pool("poolSize=3");

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    @Test
    void a_connection_is_ready_for_the_next_step_and_goes_back_when_none_comes() {
        Connection first = connectionOf(pool);
        assertThat(pool.lent()).isOne();
        assertThat(connectionOf(pool)).isSameAs(first);
        await().until(() -> pool.lent() == 0);
        assertThat(connectionOf(pool)).as("from the pool").isSameAs(first);
    }

    @Test
    void no_more_connections_are_open_than_the_pool_may_have() throws Exception {
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(12);
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < 12; thread++) {
            running.add(threads.submit(() -> {
                for (int i = 0; i < 300; i++) {
                    execute(pool, connection -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        Object pong = ping(connection);
                        now.decrementAndGet();
                        return pong;
                    });
                    assertThat(pool.lent()).isBetween(0, 3);
                }
            }));
        }
        for (Future<?> run : running) {
            assertThat(run.get()).isNull();
        }
        threads.shutdown();
        assertThat(most).hasValueBetween(1, 3);
        assertThat(clients()).isBetween(1L, 3L);
    }

    @Test
    void a_broken_connection_is_not_kept() {
        Connection broken = connectionOf(pool);
        server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        assertThatThrownBy(() -> execute(pool, StepPoolIT::ping)).isInstanceOf(JedisConnectionException.class);
        assertThat(connectionOf(pool)).isNotSameAs(broken);
    }

    @Test
    void a_connection_that_the_server_closed_while_it_rested_costs_no_step() {
        Connection rested = connectionOf(pool);
        await().until(() -> pool.lent() == 0);
        server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        assertThat(connectionOf(pool)).isNotSameAs(rested);
    }

    /** What a firewall forgets is never closed: packets on such a connection get no answer. */
    @Test
    void connections_that_went_silent_while_they_rested_cost_no_step() throws Exception {
        try (GateProxy proxy = GateProxy.redis(server.host(), server.port());
                StepPool proxied = pool(proxy.port(), "poolSize=3")) {
            occupyAll(proxied, () -> assertThat(proxied.lent()).isEqualTo(3));
            await().until(() -> proxied.lent() == 0);
            proxy.endAll(ConnectionEnding.SILENCE);
            long opened = proxy.connectionsOpened();
            StepLimit limit = new StepLimit(context.clock(), Duration.ofSeconds(4));
            assertThat(proxied.execute(StepPoolIT::ping, limit)).isNotNull();
            assertThat(proxy.connectionsOpened()).isEqualTo(opened + 1);
        }
    }

    @Test
    void only_a_connection_that_rested_pays_a_round_trip_more() {
        server.command("CONFIG", "RESETSTAT");
        for (int i = 0; i < 20; i++) {
            execute(pool, StepPoolIT::time);
        }
        assertThat(server.commandCalls()).containsEntry("time", 20L).doesNotContainKey("ping");
        await().until(() -> pool.lent() == 0);
        execute(pool, StepPoolIT::time);
        execute(pool, StepPoolIT::time);
        assertThat(server.commandCalls()).containsEntry("time", 22L).containsEntry("ping", 1L);
    }

    /** The request may be one of several callers of a client, of which only one is interrupted. */
    @Test
    void an_interrupt_does_not_end_the_wait_for_a_connection() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                execute(pool, StepPoolIT::ping);
                interrupted.complete(Thread.currentThread().isInterrupted());
            } catch (RuntimeException e) {
                interrupted.completeExceptionally(e);
            }
        });
        occupyAll(pool, () -> {
            waiter.start();
            await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
            waiter.interrupt();
            await().until(() -> interrupted.isDone() || !waiter.isInterrupted());
        });
        assertThat(interrupted.get()).as("the caller still sees the interrupt").isTrue();
    }

    @Test
    void after_an_error_reply_a_connection_is_kept_and_after_any_other_exception_it_is_not() {
        assertThatThrownBy(() -> execute(
                        pool, connection -> connection.executeCommand(new CommandArguments(Command.EVALSHA).add("0"))))
                .isInstanceOf(JedisDataException.class);
        assertThat(pool.lent()).isOne();
        assertThatThrownBy(() -> execute(pool, connection -> {
                    throw new IllegalStateException("planted");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(pool.lent()).isZero();
    }

    @Test
    void the_limit_of_one_step_is_not_that_of_the_next() {
        List<Integer> limits = new ArrayList<>();
        for (int millis : new int[] {300, 10_000}) {
            StepLimit limit = new StepLimit(context.clock(), Duration.ofMillis(millis));
            pool.execute(connection -> limits.add(connection.getSoTimeout()), limit);
        }
        assertThat(limits.get(0)).isBetween(1, 300);
        assertThat(limits.get(1)).isEqualTo(10_000);
    }

    @Test
    void idle_connections_close_when_the_pool_is_cleared() {
        Connection before = connectionOf(pool);
        pool.clear();
        assertThat(pool.lent()).isZero();
        await().until(() -> clients() == 0);
        assertThat(connectionOf(pool)).isNotSameAs(before);
    }

    @Test
    void a_pool_that_asks_for_a_test_before_each_use_gets_it() {
        try (StepPool tested = pool("testOnBorrow=true")) {
            assertThat(connectionOf(tested)).isNotNull();
            assertThat(tested.lent()).isZero();
        }
    }

    @Test
    void a_step_that_outlasts_the_pool_leaves_no_connection() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<?> step = thread.submit(() -> execute(pool, connection -> {
            begun.countDown();
            awaitIt(closed);
            return ping(connection);
        }));
        begun.await();
        pool.close();
        closed.countDown();
        assertThat(step.get()).isNotNull();
        thread.shutdown();
        await().until(() -> clients() == 0);
    }

    /** Runs a task while steps use all three connections. */
    private void occupyAll(StepPool used, Runnable task) throws Exception {
        CountDownLatch begun = new CountDownLatch(3);
        CountDownLatch over = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<?>> steps = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            steps.add(threads.submit(() -> execute(used, connection -> {
                begun.countDown();
                awaitIt(over);
                return ping(connection);
            })));
        }
        begun.await();
        try {
            task.run();
        } finally {
            over.countDown();
        }
        for (Future<?> step : steps) {
            assertThat(step.get()).isNotNull();
        }
        threads.shutdown();
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private StepPool pool(String option) {
        return pool(server.port(), option);
    }

    private StepPool pool(int port, String option) {
        int equals = option.indexOf('=');
        RedisLockOptions options = RedisSettings.ofServer(LockSettings.of(server.uri())
                .withOption("timeout", "10s")
                .withOption("clientName", "stepping")
                .withOption(option.substring(0, equals), option.substring(equals + 1)));
        HostAndPort address = new HostAndPort(server.host(), port);
        return new StepPool(
                options.pool(),
                new StepConnectionFactory(
                        new PrimaryAddress.Fixed(address), OwnConnections.config(options.server(), 15_000)));
    }

    private long clients() {
        return server.command("CLIENT", "LIST")
                .lines()
                .filter(line -> line.contains(" name=stepping "))
                .count();
    }

    private Connection connectionOf(StepPool used) {
        return (Connection) execute(used, connection -> {
            ping(connection);
            return connection;
        });
    }

    private Object execute(StepPool used, Function<Connection, Object> step) {
        return used.execute(step, new StepLimit(context.clock(), Duration.ofSeconds(10)));
    }

    private static Object time(Connection connection) {
        return connection.executeCommand(new CommandArguments(Command.TIME));
    }

    private static Object ping(Connection connection) {
        return connection.executeCommand(new CommandArguments(Command.PING));
    }
}
