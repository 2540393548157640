// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.jdbc.FakeConnection;
import dev.interlock.jdbc.connection.JdbcConnections;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.tck.context.StandaloneContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A waiter for a row that leaves, at each moment between the server's answer and the taking over of the row. */
class RowLockWaiterTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Attempt ATTEMPT =
            Attempt.of(new LockName("a"), AttemptId.random(), Duration.ofSeconds(30), 1, null);

    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("row-lock-waiter-test"));
    private final AtomicInteger ended = new AtomicInteger();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private RowLockWaiter waiter(FakeConnection connection) {
        JdbcLockOptions options = JdbcLockOptions.ROW_LOCK;
        JdbcDatabase database = new JdbcDatabase(
                new OneConnection(connection),
                JdbcDialect.POSTGRESQL,
                new JdbcErrors("a store", JdbcDialect.POSTGRESQL, options),
                options,
                new StandaloneContext());
        return new RowLockWaiter(new RowLockMode(database), ATTEMPT, threads);
    }

    private void assertEnded(FakeConnection connection) {
        await().atMost(LIMIT).until(() -> ended.get() == 1);
        assertThat(connection.rollbacks.get() + connection.aborts.get()).isPositive();
    }

    /** The statement has the row, and the thread that waited for it is held before it can say so. */
    @Test
    void a_waiter_that_leaves_between_lock_and_hold_ends_the_transaction() throws Exception {
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        AtomicInteger statements = new AtomicInteger();
        FakeConnection connection = new FakeConnection() {
            @Override
            protected void answered() {
                // The first arms the idle time-out, the second locks the row.
                if (statements.incrementAndGet() == 2) {
                    locked.countDown();
                    awaitThat(left);
                }
            }

            @Override
            protected void cancelled() {
                left.countDown();
            }
        };
        RowLockWaiter waiter = waiter(connection);
        threads.execute(waiter);
        awaitThat(locked);
        waiter.leave();
        assertThat(waiter.over()).succeedsWithin(LIMIT);
        assertEnded(connection);
        assertThat(waiter.take()).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(ended).hasValue(1);
    }

    @Test
    void a_waiter_that_leaves_when_the_row_is_kept_ends_the_transaction() {
        FakeConnection connection = new FakeConnection();
        RowLockWaiter waiter = waiter(connection);
        waiter.run();
        assertThat(ended).hasValue(0);
        waiter.leave();
        assertEnded(connection);
        waiter.leave();
        assertThat(ended).hasValue(1);
    }

    @Test
    void a_waiter_that_left_before_it_began_locks_nothing() {
        FakeConnection connection = new FakeConnection() {
            @Override
            protected void answered() {
                throw new AssertionError("no attempt wants the row");
            }
        };
        RowLockWaiter waiter = waiter(connection);
        waiter.leave();
        waiter.run();
        assertThat(waiter.over()).isDone();
        assertThat(ended).hasValue(1);
    }

    /** A row that was taken over belongs to its new holder: a leave that comes late must not end a lock that is granted. */
    @Test
    void a_waiter_that_leaves_after_the_row_was_taken_over_does_not_touch_it() {
        FakeConnection connection = new FakeConnection();
        RowLockWaiter waiter = waiter(connection);
        waiter.run();
        assertThat(waiter.take()).isInstanceOf(AcquireOutcome.Granted.class);
        waiter.leave();
        assertThat(ended).hasValue(0);
        assertThat(connection.aborts).hasValue(0);
    }

    @Test
    void an_error_that_the_driver_throws_while_it_waits_ends_the_transaction() {
        FakeConnection connection = new FakeConnection();
        connection.fail("getNetworkTimeout", 1, new IllegalStateException("driver"));
        RowLockWaiter waiter = waiter(connection);
        threads.execute(waiter);
        assertThat(waiter.over()).succeedsWithin(LIMIT);
        assertEnded(connection);
        assertThat(waiter.take())
                .isInstanceOfSatisfying(
                        AcquireOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessage("driver"));
    }

    private static void awaitThat(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lends the one connection to holders, and unchecked others to steps. */
    private final class OneConnection implements JdbcConnections {

        private final FakeConnection fake;

        private OneConnection(FakeConnection fake) {
            this.fake = fake;
        }

        @Override
        public void open(LockClock clock) {
            // It is open.
        }

        @Override
        public StepLimit begin() {
            return new StepLimit(new StandaloneContext().clock(), JdbcLockOptions.STANDARD);
        }

        @Override
        public <T> T run(Use use, StepLimit limit, Work<T> work) throws SQLException {
            return work.on(new FakeConnection().connection);
        }

        @Override
        public HeldConnection hold() {
            return new HeldConnection() {
                @Override
                public Connection connection() {
                    return fake.connection;
                }

                @Override
                public void giveBack() {
                    ended.incrementAndGet();
                }

                @Override
                public void discard() {
                    fake.aborts.incrementAndGet();
                    ended.incrementAndGet();
                }
            };
        }

        @Override
        public void refresh() {
            // There is no other server.
        }

        @Override
        public void close() {
            // It has no owner.
        }
    }
}
