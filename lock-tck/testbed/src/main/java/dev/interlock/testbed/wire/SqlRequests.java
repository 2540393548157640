// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** Picks requests by their SQL, on connections read by {@link MysqlFraming} or {@link PostgresFraming}. */
public final class SqlRequests {

    private static final Set<String> RUNNING = Set.of(
            MysqlFraming.QUERY,
            MysqlFraming.EXECUTE,
            MysqlFraming.BULK_EXECUTE,
            PostgresFraming.QUERY,
            PostgresFraming.EXECUTE);

    private SqlRequests() {}

    /**
     * Matches requests that run a statement whose text contains this, ignoring case, whether sent as plain text or
     * prepared before. A preparation alone does not match, nor does a value bound to a parameter.
     */
    public static Predicate<Message> running(String part) {
        String wanted = part.toLowerCase(Locale.ROOT);
        return request -> RUNNING.contains(request.name())
                && request.arguments().stream()
                        .anyMatch(sql -> sql.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
