// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Two instances of the service, and the servers they need.
 *
 * @param database of the use cases
 * @param store of the locks
 * @param both the instances
 * @param controls through which the page pauses and kills them
 */
record Fleet(SqlServer database, LockStore store, List<Instance> both, Controls controls) implements AutoCloseable {

    /** How long the store keeps the locks of a dead instance. */
    static final int LEASE_SECONDS = 3;

    /** The length of a tick of the nightly job: a run that is late by half of it counts for the next tick. */
    static final int NIGHT_SECONDS = 6;

    /** Starts everything, with additional properties for both instances. */
    static Fleet start(Function<SqlServer, LockStore> locks, Map<String, String> more) {
        // No test kills this server, so it need not wait for the disk at each commit.
        SqlServer database = SqlServer.start(SqlProduct.MYSQL, "--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0");
        LockStore store = locks.apply(database);
        int onePort = LoopbackPort.free();
        int twoPort = LoopbackPort.free();
        int controlsPort = LoopbackPort.free();
        Map<String, String> properties = new HashMap<>(more);
        properties.put("examples.peers", "http://127.0.0.1:" + onePort + ",http://127.0.0.1:" + twoPort);
        properties.put("examples.controls", "http://127.0.0.1:" + controlsPort);
        List<Instance> both = List.of(
                launch(database, store, "one", onePort, properties),
                launch(database, store, "two", twoPort, properties));
        both.forEach(Instance::awaitReady);
        return new Fleet(database, store, both, Controls.start(controlsPort, both));
    }

    /** Launches one more instance, which the caller closes. */
    Instance launch(String name, int port, Map<String, String> more) {
        return launch(database, store, name, port, more);
    }

    private static Instance launch(
            SqlServer database, LockStore store, String name, int port, Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(store.properties());
        properties.putAll(Map.of(
                "examples.schema", "create",
                "examples.nightly.cron", "0/" + NIGHT_SECONDS + " * * * * *",
                "examples.nightly.period-seconds", Integer.toString(NIGHT_SECONDS),
                "locks.lease", LEASE_SECONDS + "s",
                "datasources.default.url", url(database),
                "datasources.default.username", database.user(),
                "datasources.default.password", database.password()));
        properties.putAll(more);
        return Instance.launch(name, port, properties);
    }

    /** With the driver's options as in {@code application.properties}. */
    private static String url(SqlServer database) {
        String url = database.url();
        return url + (url.contains("?") ? "&" : "?") + "useLocalSessionState=true&cachePrepStmts=true";
    }

    @Override
    public void close() {
        controls.close();
        both.forEach(Instance::close);
        store.close();
        database.close();
    }
}
