// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.share;

import dev.interlock.LockName;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The statements about records. */
record ShareStatements(JdbcStatement look, JdbcStatement insert, JdbcStatement replace) {

    /** What the name of the table has behind that of the other locks. */
    private static final String SUFFIX = "_share";

    static ShareStatements of(JdbcDatabase database) {
        String table = table(database);
        String tag = database.connections().tag();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        return new ShareStatements(
                JdbcStatement.load(database.dialect(), "share-look", table, seconds, tag),
                JdbcStatement.load(database.dialect(), "share-insert", table, seconds, tag),
                JdbcStatement.load(database.dialect(), "share-replace", table, seconds, tag));
    }

    static String table(JdbcDatabase database) {
        return database.options().table() + SUFFIX;
    }

    static Map<String, @Nullable Object> looking(LockName name) {
        return looking(JdbcKeys.of(name));
    }

    static Map<String, @Nullable Object> looking(byte[] key) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", key);
        return arguments;
    }

    static Map<String, @Nullable Object> replacing(byte[] key, long version, String record, long beforeMillis) {
        Map<String, @Nullable Object> arguments = looking(key);
        arguments.put("version", version);
        arguments.put("before", TimeUnit.MILLISECONDS.toMicros(beforeMillis));
        arguments.put("record", record);
        return arguments;
    }
}
