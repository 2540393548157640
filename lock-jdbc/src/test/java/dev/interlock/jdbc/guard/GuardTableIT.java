// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.testbed.server.SqlProduct;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link SqlFencingGuard#validate} finds wrong with a table. */
@ParameterizedClass
@EnumSource
class GuardTableIT {

    private static final String COLUMNS =
            ", generation INT NOT NULL, token BIGINT NOT NULL, claim_count BIGINT NOT NULL"
                    + ", PRIMARY KEY (domain_name, lock_name))";

    private static GuardBench bench;

    @Parameter
    SqlProduct product;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        bench = new GuardBench(product);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }

    private static DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                GuardTableIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("getConnection");
                    return bench.server.connect();
                });
    }

    private static void refused(String table, String why) {
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlFencingGuard.on(table).validate(dataSource()))
                .withMessageContainingAll("table " + table, why, "-guard.sql");
    }

    @Test
    void the_table_of_the_schema_file_is_accepted_and_left_empty() throws SQLException {
        bench.createTable();
        SqlFencingGuard.on(SqlFencingGuard.TABLE).validate(dataSource());
        assertThat(bench.server.query("SELECT COUNT(*) FROM interlock_fence")).isEqualTo("0");
    }

    @Test
    void the_example_of_the_documentation_runs() throws Exception {
        SqlGuardedStore store = bench.store(SqlFencingGuard.on(SqlFencingGuard.TABLE));
        FencingExample example = new FencingExample() {
            @Override
            int readStock(Connection connection) throws SQLException {
                return (int) store.read(connection);
            }

            @Override
            void writeStock(Connection connection, int stock) throws SQLException {
                assertThat(store.write(connection, stock)).isEqualTo(1);
            }
        };
        try (LockClient client = bench.fixture.open(ClientOptions.STANDARD)) {
            example.run(dataSource(), client.lock("order:42"));
        }
        assertThat(store.read()).isEqualTo(-1);
        bench.server.execute("DELETE FROM interlock_fence");
    }

    @Test
    void a_missing_table_is_refused() {
        refused("no_such_table", "create it");
    }

    @Test
    void a_key_that_takes_different_names_for_one_is_refused() {
        assumeThat(bench.isPostgres())
                .as("PostgreSQL's texts differ if their bytes do")
                .isFalse();
        bench.server.execute("CREATE TABLE folds (domain_name VARCHAR(100) NOT NULL, lock_name VARCHAR(100) NOT NULL"
                + COLUMNS + " ENGINE = InnoDB DEFAULT CHARSET = utf8mb4");
        refused("folds", "must be binary");
    }

    @Test
    void an_engine_without_transactions_is_refused() {
        assumeThat(bench.isPostgres()).as("PostgreSQL has one engine").isFalse();
        bench.server.execute(
                "CREATE TABLE keeps (domain_name VARBINARY(200) NOT NULL, lock_name VARBINARY(200) NOT NULL" + COLUMNS
                        + " ENGINE = MyISAM");
        refused("keeps", "does not roll back");
    }

    @Test
    void names_that_would_need_care_in_a_statement_are_refused() {
        for (String table : new String[] {"", "a b", "a;b", "a`b", "1a", "a.b.c", "a\"b", "x".repeat(64)}) {
            assertThatIllegalArgumentException().isThrownBy(() -> SqlFencingGuard.on(table));
        }
    }
}
