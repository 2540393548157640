// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service in this JVM, and the servers it needs.
 *
 * @param database of the use cases
 * @param locks ends the server that has the locks
 * @param context of the service
 */
record StartedService(SqlServer database, Runnable locks, ConfigurableApplicationContext context)
        implements AutoCloseable {

    /**
     * Starts everything.
     *
     * @param store of the locks: redis, or jdbc for the database of the use cases
     * @param more properties
     */
    static StartedService start(String store, String... more) {
        // No test kills this server, so it need not wait for the disk at each commit.
        SqlServer database = SqlServer.start(SqlProduct.MYSQL, "--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0");
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--examples.schema=create");
        arguments.add("--spring.datasource.url=" + database.url());
        arguments.add("--spring.datasource.username=" + database.user());
        arguments.add("--spring.datasource.password=" + database.password());
        Runnable locks = () -> {};
        switch (store) {
            case "redis" -> {
                RedisServer redis = RedisServer.start();
                locks = redis::close;
                arguments.add("--interlock.uri=" + redis.uri());
            }
            case "jdbc" -> {
                arguments.add("--interlock.backend=jdbc");
                arguments.add("--interlock.options.schema=create");
            }
            default -> throw new IllegalArgumentException("no such store: " + store);
        }
        return new StartedService(
                database, locks, SpringApplication.run(SpringBootService.class, arguments.toArray(String[]::new)));
    }

    String uri() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    @Override
    public void close() {
        context.close();
        locks.run();
        database.close();
    }
}
