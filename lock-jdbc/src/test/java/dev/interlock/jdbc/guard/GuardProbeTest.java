// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

final class GuardProbeTest {

    @Test
    void a_database_of_another_kind_is_refused() {
        DatabaseMetaData metaData = answering(DatabaseMetaData.class, Map.of("getDatabaseProductName", "Oracle"));
        Connection connection =
                answering(Connection.class, Map.of("getAutoCommit", true, "isValid", true, "getMetaData", metaData));
        DataSource dataSource = answering(DataSource.class, Map.of("getConnection", connection));
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlFencingGuard.on(SqlFencingGuard.TABLE).validate(dataSource))
                .withMessage("claims cannot be kept: the fencing guard knows MySQL, MariaDB and PostgreSQL"
                        + " but the connection is to Oracle");
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                GuardProbeTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
