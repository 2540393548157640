// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static dev.interlock.jdbc.mutants.LiteralSql.hex;
import static dev.interlock.jdbc.mutants.LiteralSql.number;
import static dev.interlock.jdbc.mutants.LiteralSql.update;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.jdbc.connection.LimitedConnection;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.wire.Message;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The smallest sound lock in MySQL, made to be broken: every step is a method of its own. Waiters poll. */
class SimpleJdbc implements LockBackend {

    /** Between two looks at a lock whose lease it does not read. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Statements say which step they are, so that gates can distinguish them. */
    static final JdbcSteps STEPS =
            step -> step == RequestKind.ANY ? Message.any() : JdbcSteps.running("/* " + step + " */");

    /** The microseconds of UTC by the server's clock. */
    static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    static final String INSERT = """
            INSERT IGNORE INTO interlock_lease
              (lock_name, first_token, token_count, expires_us, change_count, format_version)
            VALUES (:name, 1, 1, 0, 1, 1)
            """;

    static final String ACQUIRE = """
            UPDATE /* ACQUIRE */ interlock_lease
            SET first_token = LAST_INSERT_ID(IF(owner_id = :owner AND expires_us > :now,
                                                first_token, GREATEST(first_token + token_count, :now))),
                token_count = :tokens,
                expires_us = GREATEST(:now + :lease, IF(owner_id = :owner, expires_us, 0)),
                holder_hint = :hint,
                change_count = change_count + 1,
                owner_id = :owner
            WHERE lock_name = :name AND (owner_id IS NULL OR expires_us <= :now OR owner_id = :owner)
            """;

    static final String RENEW = """
            UPDATE /* RENEW */ interlock_lease
            SET expires_us = :now + :lease, change_count = change_count + 1
            WHERE lock_name = :name AND owner_id = :owner AND expires_us > :now
            """;

    static final String RELEASE = """
            UPDATE /* RELEASE */ interlock_lease
            SET owner_id = NULL, change_count = change_count + 1
            WHERE lock_name = :name AND owner_id = :owner AND expires_us > :now
            """;

    private static final String LOOK = """
            SELECT first_token, expires_us - :now, holder_hint
            FROM interlock_lease WHERE lock_name = :name AND owner_id IS NOT NULL AND expires_us > :now
            """;

    private final HikariDataSource pool;
    private final String store;
    private final JdbcLockOptions options;
    private @Nullable BackendContext context;

    SimpleJdbc(LockSettings settings) {
        store = settings.uri().replaceAll("\\?.*", "");
        long timeoutMillis = StatementTimeout.millis(settings);
        options = JdbcLockOptions.STANDARD.withTimeout(Duration.ofMillis(timeoutMillis));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.uri());
        config.setUsername(settings.options().get("user"));
        config.setPassword(settings.options().get("password"));
        config.addDataSourceProperty("socketTimeout", Long.toString(timeoutMillis));
        config.addDataSourceProperty("connectTimeout", Long.toString(timeoutMillis));
        config.setConnectionTimeout(timeoutMillis);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        configure(config);
        pool = new HikariDataSource(config);
    }

    void configure(HikariConfig config) {
        config.setAutoCommit(true);
    }

    /** The token of the grant, or null if another holder has the lock. */
    @Nullable
    Long acquire(Connection connection, Attempt attempt) throws SQLException {
        update(connection, filled(INSERT, attempt, attempt.lease()));
        return number(connection, filled(ACQUIRE, attempt, attempt.lease()));
    }

    boolean renew(Connection connection, Attempt attempt, Duration lease) throws SQLException {
        return update(connection, filled(RENEW, attempt, lease)) == 1;
    }

    boolean delete(Connection connection, Attempt attempt) throws SQLException {
        return update(connection, filled(RELEASE, attempt, attempt.lease())) == 1;
    }

    String now() {
        return NOW;
    }

    /** A statement with its values, as literals. */
    String filled(String sql, Attempt attempt, Duration lease) {
        String hint = attempt.holderHint();
        return named(sql, attempt.name())
                .replace(":owner", "x'" + attempt.id().text() + "'")
                .replace(":lease", Long.toString(lease.dividedBy(ChronoUnit.MICROS.getDuration())))
                .replace(":tokens", Integer.toString(attempt.tokens()))
                .replace(":hint", hint == null ? "NULL" : hex(hint));
    }

    private String named(String sql, LockName name) {
        return sql.replace(":now", now()).replace(":name", hex(name.value()));
    }

    /** The reading that the grant's validity counts from; taken before the request is sent. */
    private long nanoTime() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started.clock().nanoTime();
    }

    AcquireOutcome failed(SQLException e) {
        boolean answered =
                e.getErrorCode() != 0 && !String.valueOf(e.getSQLState()).startsWith("08");
        return answered
                ? new AcquireOutcome.Refused(
                        new LockUnavailableException(store + " refused: " + e.getMessage(), e), true)
                : new AcquireOutcome.Unknown(e);
    }

    /** Whose statements have one limit. */
    Connection connection() throws SQLException {
        StepLimit limit = new StepLimit(new StandaloneContext().clock(), options);
        return LimitedConnection.of(
                pool.getConnection(), limit, Math.toIntExact(options.timeout().toMillis()));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long sentNanos = nanoTime();
        try (Connection connection = connection()) {
            Long token = acquire(connection, attempt);
            return token == null
                    ? new AcquireOutcome.Contended(PAUSE)
                    : new AcquireOutcome.Granted(Grant.of(attempt, token, sentNanos, attempt.lease()));
        } catch (SQLException e) {
            return failed(e);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = nanoTime();
        try (Connection connection = connection()) {
            return renew(connection, grant.attempt(), lease)
                    ? new RenewOutcome.Renewed(sentNanos, lease)
                    : new RenewOutcome.NotOwner(store + " knows another owner or none");
        } catch (SQLException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try (Connection connection = connection()) {
            return delete(connection, attempt) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (SQLException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(named(LOOK, name))) {
            return row.next()
                    ? Optional.of(new Holder(
                            row.getLong(1),
                            Optional.of(Duration.of(row.getLong(2), ChronoUnit.MICROS)),
                            Optional.ofNullable(row.getString(3))))
                    : Optional.empty();
        } catch (SQLException e) {
            throw new LockUnavailableException("'" + name + "' not inspected: no answer from " + store, e);
        }
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("mysql", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                .withDeclared(Set.of(
                        Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.SURVIVES_RESTART, Capability.KEEPS_LOCK_DELAY))
                .withMaxTokens(64);
    }

    @Override
    public String store() {
        return store;
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        try (Connection connection = connection()) {
            prepare(connection);
        } catch (SQLException e) {
            throw new LockUnavailableException("no answer from " + store, e);
        }
    }

    void prepare(Connection connection) throws SQLException {
        update(connection, "DO 0");
    }

    @Override
    public void close() {
        pool.close();
    }
}
