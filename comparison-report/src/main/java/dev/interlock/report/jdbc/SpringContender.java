// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's lock registry as it comes, over the same pool, with the table from its own schema file. */
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
        try (InputStream in = JdbcLockRegistry.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("spring-integration-jdbc has no " + resource);
            }
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.split(";", -1))
                    .map(String::strip)
                    .filter(statement -> statement.startsWith(TABLE))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no " + TABLE + " in " + resource));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
