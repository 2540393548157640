// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Objects;
import java.util.Set;

/**
 * The connection of a step of several requests: each statement may take what is left of the limit of the step, and not the
 * whole limit again. A proxy, so that no statement can be forgotten.
 */
public final class LimitedConnection {

    /** What makes a statement, which is then sent at once. */
    private static final Set<String> BEFORE_REQUESTS = Set.of("prepareStatement", "createStatement");

    private LimitedConnection() {}

    /**
     * Limits a connection.
     *
     * @param connection whose network time-out its owner sets back afterwards
     * @param limit of the step
     * @param usualMillis the network time-out of the connection
     */
    public static Connection of(Connection connection, StepLimit limit, int usualMillis) {
        return (Connection) Proxy.newProxyInstance(
                LimitedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (BEFORE_REQUESTS.contains(method.getName())) {
                        limit.apply(connection, usualMillis);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause(), "cause");
                    }
                });
    }
}
