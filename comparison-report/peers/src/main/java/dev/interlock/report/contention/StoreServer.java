// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.SqlTables;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.server.RealServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A server that all contenders of a store use.
 *
 * @param server the server
 * @param address the server's address for contenders
 * @param counts the requests of clients so far, by kind
 */
record StoreServer(RealServer server, StoreAddress address, Supplier<Map<String, Long>> counts)
        implements AutoCloseable {

    /** Each of the contenders has up to 16 connections in each of four JVMs. */
    private static final int SQL_CONNECTIONS = 1_000;

    /** Starts a server, or uses the one that the environment names. */
    static StoreServer start(String store) {
        return switch (store) {
            case "redis" -> redis(RedisServer.start());
            case "mariadb" -> sql(SqlProduct.MARIADB);
            case "mysql" -> sql(SqlProduct.MYSQL);
            case "postgres" -> sql(SqlProduct.POSTGRES);
            case "zookeeper" -> zookeeper(ZookeeperServer.start());
            default ->
                throw new IllegalArgumentException(
                        "store must be redis, mariadb, mysql, postgres or zookeeper but was '" + store + "'");
        };
    }

    private static StoreServer redis(RedisServer server) {
        return new StoreServer(server, new StoreAddress(server.uri(), "", ""), () -> {
            Map<String, Long> calls = new TreeMap<>(server.commandCalls());
            // INFO reads this counter, and pools PING idle connections.
            calls.keySet().removeIf(name -> name.equals("info") || name.equals("ping"));
            return calls;
        });
    }

    private static StoreServer sql(SqlProduct product) {
        ServerSource source = SqlServer.locate(product);
        SqlServer server = source instanceof ServerSource.Existing
                ? SqlServer.start(product, source)
                : SqlServer.start(product, source, connections(product));
        StoreAddress address = new StoreAddress(server.url(), server.user(), server.password());
        SqlTables.of(address).forEach(server::execute);
        return new StoreServer(server, address, server::statementsByKind);
    }

    private static String[] connections(SqlProduct product) {
        return product == SqlProduct.POSTGRES
                ? new String[] {"-c", "max_connections=" + SQL_CONNECTIONS}
                : new String[] {"--max-connections=" + SQL_CONNECTIONS};
    }

    /** The response to each query already counts the query. */
    private static StoreServer zookeeper(ZookeeperServer server) {
        StoreAddress address = new StoreAddress(server.connectString(), "", "");
        return new StoreServer(server, address, () -> Map.of("packets", server.packetsReceived()));
    }

    /** The CPU time that the server's processes have used so far; zero if this JVM did not start them. */
    Duration cpu() {
        if (!server.ownsProcess()) {
            return Duration.ZERO;
        }
        // PostgreSQL has a process for each connection.
        return ProcessHandle.of(server.pid()).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        server.close();
    }
}
