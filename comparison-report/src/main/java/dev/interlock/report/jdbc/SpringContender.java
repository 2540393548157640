// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.ResourceText;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * Spring Integration's lock registry in its default configuration, over the same pool, with the table from its own
 * schema file.
 */
final class SpringContender implements Contender {

    private static final String TABLE = "CREATE TABLE INT_LOCK";

    private final JdbcLockRegistry registry;

    SpringContender(SqlServer server, DataSource pool) {
        server.execute("DROP TABLE IF EXISTS INT_LOCK");
        server.execute(schema(server.product().equals(SqlProduct.POSTGRES.id()) ? "postgresql" : "mysql"));
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        this.registry = new JdbcLockRegistry(repository);
    }

    private static String schema(String database) {
        String resource = "/org/springframework/integration/jdbc/schema-" + database + ".sql";
        String all = ResourceText.of(JdbcLockRegistry.class, resource);
        return Arrays.stream(all.split(";", -1))
                .map(String::strip)
                .filter(statement -> statement.startsWith(TABLE))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + TABLE + " in " + resource));
    }

    @Override
    public String name() {
        return "Spring JdbcLockRegistry";
    }

    @Override
    public Operation forThread(int thread) {
        Lock lock = registry.obtain("spring-" + thread);
        return () -> {
            if (!lock.tryLock()) {
                throw new IllegalStateException("Spring did not grant its lock");
            }
            lock.unlock();
        };
    }
}
