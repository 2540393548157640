// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection without a database: it has the settings of one, notes what becomes of it, finds the row of each query,
 * and fails where a test says so.
 */
public class FakeConnection {

    public boolean autoCommit = true;
    int isolation = Connection.TRANSACTION_REPEATABLE_READ;
    public int networkMillis;
    public final AtomicInteger rollbacks = new AtomicInteger();
    public final AtomicInteger aborts = new AtomicInteger();
    public final AtomicInteger closes = new AtomicInteger();
    /** The settings when it was last closed. */
    public volatile String settingsAtClose = "";

    public final Connection connection = proxy(Connection.class, this::connection);
    public final List<String> calls = new ArrayList<>();
    private String failing = "";
    private int failingCall;
    private Exception failure = new SQLException();

    /** What a proxied method does; throws for what it does not know. */
    @FunctionalInterface
    private interface Calls {
        Object call(String method, Object[] arguments) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                FakeConnection.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.call(method.getName(), arguments)));
    }

    /** Has the method throw when it is called for the given time, the first being 1. */
    public void fail(String method, int call, Exception thrown) {
        failing = method;
        failingCall = call;
        failure = thrown;
    }

    public String settings() {
        return "autocommit " + autoCommit + ", isolation " + isolation + ", network " + networkMillis + " ms";
    }

    private Object connection(String method, Object[] arguments) throws Exception {
        calls.add(method);
        if (method.equals(failing) && calls.stream().filter(failing::equals).count() == failingCall) {
            throw failure;
        }
        return switch (method) {
            case "getAutoCommit" -> autoCommit;
            case "setAutoCommit" -> {
                autoCommit = (boolean) arguments[0];
                yield null;
            }
            case "getTransactionIsolation" -> isolation;
            case "setTransactionIsolation" -> {
                isolation = (int) arguments[0];
                yield null;
            }
            case "getNetworkTimeout" -> networkMillis;
            case "setNetworkTimeout" -> {
                networkMillis = (int) arguments[1];
                yield null;
            }
            case "prepareStatement" -> proxy(PreparedStatement.class, this::statement);
            case "rollback" -> rollbacks.incrementAndGet();
            case "commit" -> null;
            case "abort" -> aborts.incrementAndGet();
            case "close" -> {
                settingsAtClose = settings();
                yield closes.incrementAndGet();
            }
            default -> throw new UnsupportedOperationException(method);
        };
    }

    /** Called when a statement has its answer and is about to be closed. */
    protected void answered() {}

    /** Called when a statement is cancelled by another thread. */
    protected void cancelled() {}

    private Object statement(String method, Object[] arguments) {
        return switch (method) {
            case "execute" -> true;
            case "executeUpdate" -> 1;
            case "executeQuery" -> proxy(ResultSet.class, this::row);
            case "close" -> {
                answered();
                yield null;
            }
            case "cancel" -> {
                cancelled();
                yield null;
            }
            default -> null;
        };
    }

    private Object row(String method, Object[] arguments) {
        return switch (method) {
            case "next" -> true;
            case "getLong" -> 7L;
            case "getInt" -> 7;
            case "getBoolean" -> false;
            default -> null;
        };
    }
}
