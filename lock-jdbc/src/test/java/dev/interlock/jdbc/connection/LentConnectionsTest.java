// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.jdbc.FakeConnection;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.tck.context.StandaloneContext;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections that the application lends, and whose settings fail to be read or changed: each goes back, as it came or
 * broken, and what was done on it counts.
 */
class LentConnectionsTest {

    private static final List<String> METHODS = List.of(
            "getAutoCommit",
            "setAutoCommit",
            "getTransactionIsolation",
            "setTransactionIsolation",
            "getNetworkTimeout",
            "setNetworkTimeout");

    private final List<FakeConnection> lent = new ArrayList<>();
    private Setup setup = connection -> {};
    private final BorrowedConnections connections = new BorrowedConnections(source(), JdbcLockOptions.ROW_LOCK);

    @FunctionalInterface
    private interface Setup {
        void of(FakeConnection connection);
    }

    private DataSource source() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    FakeConnection next = new FakeConnection();
                    setup.of(next);
                    lent.add(next);
                    return next.connection;
                });
    }

    @BeforeEach
    void open() {
        connections.open(new StandaloneContext().clock());
    }

    @AfterEach
    void close() {
        connections.close();
    }

    /** A method that fails at its first or second call on each connection, by either kind of exception. */
    record Failure(String method, int call, boolean unchecked) {

        void of(FakeConnection connection) {
            connection.fail(
                    method,
                    call,
                    unchecked ? new IllegalStateException("pool is closed") : new SQLException("link failure"));
        }
    }

    static Stream<Failure> failures() {
        return METHODS.stream()
                .flatMap(method -> Stream.of(1, 2)
                        .flatMap(
                                call -> Stream.of(false, true).map(unchecked -> new Failure(method, call, unchecked))));
    }

    /** What a lender gets back: every connection once, with the settings that it had, or broken. */
    private void assertAllBack(String settings) {
        assertThat(lent).isNotEmpty().allSatisfy(each -> {
            assertThat(each.closes).hasValue(1);
            if (each.aborts.get() == 0) {
                assertThat(each.settingsAtClose).isEqualTo(settings);
            }
        });
    }

    private void ignoringFailure(Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException e) {
            assertThat(e).hasMessageMatching(".*(link failure|pool is closed)");
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_step_on_one_with_autocommit(Failure failure) {
        setup = failure::of;
        List<String> done = new ArrayList<>();
        ignoringFailure(() -> assertThat(connections.<Boolean>run(Use.ACQUIRING, lending -> done.add("done")))
                .isTrue());
        assertAllBack(new FakeConnection().settings());
        assertThat(done).hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_step_on_one_without_autocommit(Failure failure) {
        setup = connection -> {
            failure.of(connection);
            connection.autoCommit = false;
        };
        FakeConnection untouched = new FakeConnection();
        untouched.autoCommit = false;
        ignoringFailure(() -> connections.run(Use.ACQUIRING, lending -> "done"));
        assertAllBack(untouched.settings());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_connection_that_is_kept_for_a_lock_and_returned(Failure failure) {
        setup = failure::of;
        ignoringFailure(() -> connections.hold().giveBack());
        assertAllBack(new FakeConnection().settings());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_connection_that_is_kept_for_a_lock_and_discarded(Failure failure) {
        setup = failure::of;
        ignoringFailure(() -> {
            HeldConnection held = connections.hold();
            held.discard();
            assertThat(lent.get(0).aborts).hasValue(1);
        });
        assertAllBack(new FakeConnection().settings());
    }

    @Test
    void work_counts_although_the_settings_could_not_be_restored() throws SQLException {
        setup = new Failure("setNetworkTimeout", 2, false)::of;
        assertThat(connections.<String>run(Use.KEEPING, lending -> "done")).isEqualTo("done");
        assertThat(lent.get(0).aborts).hasValue(1);
        setup = connection -> {
            new Failure("setAutoCommit", 2, false).of(connection);
            connection.autoCommit = false;
        };
        assertThat(connections.<String>run(Use.KEEPING, lending -> "done")).isEqualTo("done");
        assertThat(lent).hasSize(2);
        assertThat(lent.get(1).aborts).hasValue(1);
    }

    @Test
    void a_step_that_fails_gives_its_connection_back_as_it_came() {
        assertThatThrownBy(() -> connections.run(Use.ACQUIRING, lending -> {
                    throw new SQLException("deadlock");
                }))
                .hasMessage("deadlock");
        assertAllBack(new FakeConnection().settings());
        assertThat(lent.get(0).aborts).hasValue(0);
    }

    /** A limit that is shorter than ours is the lender's wish, and a longer one would keep a caller's thread for long. */
    @Test
    void the_limit_of_the_network_is_only_made_shorter() throws SQLException {
        int ours = JdbcTimeouts.silenceMillis(JdbcLockOptions.ROW_LOCK);
        for (int[] beforeAndDuring : new int[][] {{0, ours}, {1, 1}, {ours, ours}, {ours + 1, ours}}) {
            setup = connection -> connection.networkMillis = beforeAndDuring[0];
            List<Integer> during = new ArrayList<>();
            connections.run(Use.ACQUIRING, lending -> during.add(lending.getNetworkTimeout()));
            // The wait for the thread and the connection is taken off.
            assertThat(during)
                    .singleElement()
                    .satisfies(millis -> assertThat(millis).isBetween(1, beforeAndDuring[1]));
            assertThat(lent.get(lent.size() - 1).networkMillis).isEqualTo(beforeAndDuring[0]);
        }
    }
}
