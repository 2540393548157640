// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications of PostgreSQL as pgJDBC hands them out. JDBC has no method for them, and pgJDBC need not be there, so
 * its methods are found by name. Thread-safe.
 */
final class DriverNotifications {

    private static final Logger LOG = LoggerFactory.getLogger(DriverNotifications.class);
    private static final String CONNECTION = "org.postgresql.PGConnection";
    private static final String NOTIFICATION = "org.postgresql.PGNotification";

    private final Class<?> driver;
    private final Method notifications;
    private final Method parameter;

    private DriverNotifications(Class<?> driver, Class<?> notification) throws NoSuchMethodException {
        this.driver = driver;
        this.notifications = driver.getMethod("getNotifications", int.class);
        this.parameter = notification.getMethod("getParameter");
    }

    /** Those of the driver of a connection; null if it has no such methods. */
    static @Nullable DriverNotifications of(Connection connection) {
        try {
            Class<?> driver = Class.forName(CONNECTION);
            return connection.isWrapperFor(driver)
                    ? new DriverNotifications(driver, Class.forName(NOTIFICATION))
                    : null;
        } catch (ReflectiveOperationException | SQLException e) {
            LOG.debug("the driver hands out no notifications", e);
            return null;
        }
    }

    /**
     * Waits until the connection has some, and takes them.
     *
     * @param limit the longest wait; at least a millisecond
     * @return their payloads; none if the time is over
     */
    List<String> await(Connection connection, Duration limit) throws SQLException {
        int millis = Math.toIntExact(Math.max(1, limit.toMillis()));
        List<String> payloads = new ArrayList<>();
        Object[] received = (Object[]) ask(notifications, connection.unwrap(driver), millis);
        if (received != null) {
            for (Object each : received) {
                payloads.add(String.valueOf(ask(parameter, each)));
            }
        }
        return payloads;
    }

    private static @Nullable Object ask(Method question, Object of, Object... arguments) throws SQLException {
        try {
            return question.invoke(of, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException thrown ? thrown : new SQLException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new SQLException(e);
        }
    }
}
