// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** A connection without a database that notes what a statement is made of, and answers what a test wrote down. */
public final class RecordingConnection {

    public final Connection connection = proxy(Connection.class, this::connection);
    /** What was bound last, by place. */
    public final Map<Integer, Object> bound = new TreeMap<>();

    public String sql = "";
    public int timeoutSeconds = -1;
    /** How many rows an update finds. */
    public int found = 1;
    /** The number in each row of a query, or of the generated keys. */
    public List<Long> rows = List.of();

    public SQLWarning warning;

    private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> calls) {
        return type.cast(Proxy.newProxyInstance(
                RecordingConnection.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.apply(method.getName(), arguments)));
    }

    /** What was bound last, in the order of the places. */
    public List<Object> inOrder() {
        return new ArrayList<>(bound.values());
    }

    private Object connection(String method, Object[] arguments) {
        if (!method.equals("prepareStatement")) {
            throw new UnsupportedOperationException(method);
        }
        sql = (String) arguments[0];
        bound.clear();
        return proxy(PreparedStatement.class, this::statement);
    }

    private Object statement(String method, Object[] arguments) {
        return switch (method) {
            case "setQueryTimeout" -> {
                timeoutSeconds = (int) arguments[0];
                yield null;
            }
            case "setObject" -> bound.put((Integer) arguments[0], arguments[1]);
            case "executeUpdate" -> found;
            case "executeQuery", "getGeneratedKeys" -> results(rows.iterator());
            case "execute" -> true;
            case "getWarnings" -> warning;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method);
        };
    }

    private static ResultSet results(Iterator<Long> rows) {
        Long[] current = new Long[1];
        return proxy(ResultSet.class, (method, arguments) -> switch (method) {
            case "next" -> {
                boolean more = rows.hasNext();
                current[0] = more ? rows.next() : null;
                yield more;
            }
            case "getLong" -> current[0];
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method);
        });
    }
}
