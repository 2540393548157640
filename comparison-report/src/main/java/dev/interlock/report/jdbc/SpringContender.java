// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.ResourceText;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
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
public final class SpringContender implements Contender {

    private static final String TABLE = "CREATE TABLE INT_LOCK";

    private final JdbcLockRegistry registry;

    SpringContender(SqlServer server, DataSource pool) {
        server.execute("DROP TABLE IF EXISTS INT_LOCK");
        server.execute(table(server.product().equals(SqlProduct.POSTGRES.id()) ? "postgresql" : "mysql"));
        this.registry = registry(pool, JdbcLockRegistry.DEFAULT_TTL);
    }

    /**
     * The statement that makes the table, from the registry's own schema file.
     *
     * @param database {@code mysql} or {@code postgresql}
     * @return the statement
     */
    public static String table(String database) {
        String resource = "/org/springframework/integration/jdbc/schema-" + database + ".sql";
        String all = ResourceText.of(JdbcLockRegistry.class, resource);
        return Arrays.stream(all.split(";", -1))
                .map(String::strip)
                .filter(statement -> statement.startsWith(TABLE))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + TABLE + " in " + resource));
    }

    /**
     * A registry, started as Spring's application context starts it.
     *
     * @param pool of connections
     * @param lease the time to live of a lock
     * @return the registry
     */
    public static JdbcLockRegistry registry(DataSource pool, Duration lease) {
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        return new JdbcLockRegistry(repository, lease);
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
