// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Binds a connection to a thread for the time of a transaction, and hands it out there, as frameworks do. */
final class ThreadBoundDataSource {

    private static final ThreadLocal<Connection> BOUND = new ThreadLocal<>();

    private ThreadBoundDataSource() {}

    @FunctionalInterface
    interface Body {
        void run(Connection connection) throws SQLException;
    }

    static DataSource over(DataSource source) {
        return proxy(DataSource.class, (method, arguments) -> {
            Connection mine = BOUND.get();
            return method.getName().equals("getConnection") && mine != null
                    ? unclosed(mine)
                    : invoke(source, method, arguments);
        });
    }

    static void inTransaction(DataSource source, Body body) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            BOUND.set(connection);
            body.run(connection);
        } finally {
            BOUND.remove();
        }
    }

    /** Runs something while a connection is bound to this thread. */
    static void bound(Connection connection, TransactionBinding.Body body) throws Exception {
        BOUND.set(connection);
        try {
            body.run(connection);
        } finally {
            BOUND.remove();
        }
    }

    /** The caller's transaction stays open when a step closes its connection. */
    private static Connection unclosed(Connection mine) {
        return proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("close") ? null : invoke(mine, method, arguments));
    }

    @FunctionalInterface
    private interface Call {
        @Nullable
        Object answer(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? ThreadBoundDataSource.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call.answer(method, arguments)));
    }

    private static @Nullable Object invoke(Object on, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
