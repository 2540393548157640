// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL notifies a session that listens to the {@linkplain RecallChannel channel} of its client. */
public final class NotifiedRecalls implements RecallWay {

    private final RecallChannel channel;
    private final DriverNotifications notifications;
    private final JdbcStatement arm;
    private final JdbcStatement beat;

    private NotifiedRecalls(JdbcDatabase database, RecallChannel channel, DriverNotifications notifications) {
        this.channel = channel;
        this.notifications = notifications;
        String table = database.options().table();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        this.arm = JdbcStatement.load(database.dialect(), "recall-arm", table, seconds);
        this.beat = JdbcStatement.load(
                database.dialect(),
                "recall-beat",
                table,
                seconds,
                database.connections().tag());
    }

    /** The way of a client with such connections; null if its driver hands out no notifications. */
    public static @Nullable RecallWay of(Connection connection, JdbcDatabase database, RecallChannel channel) {
        DriverNotifications notifications = DriverNotifications.of(connection);
        return notifications == null ? null : new NotifiedRecalls(database, channel, notifications);
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        arm.first(connection, Map.of(), row -> true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN /* interlock recall-listen */ " + channel.name());
        }
    }

    @Override
    public List<String> await(Connection connection, Duration limit) throws SQLException {
        return notifications.await(connection, limit);
    }

    @Override
    public String beat(long number) {
        return "beat " + number;
    }

    @Override
    public void send(Connection connection, String text) throws SQLException {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("channel", channel.name());
        arguments.put("beat", text);
        beat.first(connection, arguments, row -> true);
    }
}
