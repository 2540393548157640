// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.Renewal;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A primary and its standby, an address that leads to whichever serves, and clients there as a plain user, which a
 * read-only server refuses. All closed at the end.
 */
final class StandbyBench implements AutoCloseable {

    /** Longer than any test, and never renewed unasked. */
    static final AcquireOptions LONG = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofMinutes(5))
            .withRenewal(Renewal.NONE);

    static final Duration LIMIT = Duration.ofMinutes(3);

    final SqlPair pair;
    final GateProxy address;
    private final BackendBench bench;
    private final String[] login;
    private final Deque<LockClient> clients = new ArrayDeque<>();

    StandbyBench(SqlProduct product) {
        pair = SqlPair.start(product);
        bench = new BackendBench(product, pair.primary());
        SqlServer primary = pair.primary();
        address = bench.isPostgres()
                ? GateProxy.postgres(primary.host(), primary.port())
                : GateProxy.mysql(primary.host(), primary.port());
        // Makes the table.
        bench.backend();
        bench.closeBackends();
        login = bench.user("citizen", "SELECT, INSERT, UPDATE");
        pair.awaitInSync();
    }

    boolean isPostgres() {
        return bench.isPostgres();
    }

    /** A client at the address, with options as in {@link BackendBench#settings}. */
    LockClient client(String... options) {
        return clientOf(pair.primary().urlThrough(address.port()), options);
    }

    LockClient clientOf(String url, String... options) {
        String[] all = new String[options.length + 3];
        all[0] = login[0];
        all[1] = login[1];
        all[2] = "interlock.schema=validate";
        System.arraycopy(options, 0, all, 3, options.length);
        LockClient client = LockClient.connect(bench.settings(url, all));
        clients.push(client);
        return client;
    }

    /** A url of both servers, the primary first, without an address that moves. */
    String urlOfBoth(String start) {
        String url = pair.primary().url();
        String database = url.substring(url.lastIndexOf('/'));
        return start + "://" + pair.primary().host() + ":" + pair.primary().port() + ","
                + pair.standby().host() + ":" + pair.standby().port() + database;
    }

    /** From now on new connections to the address go to the standby. */
    void leadToStandby() {
        address.leadTo(pair.standby().host(), pair.standby().port());
    }

    /** Has a name used, so that its row is there, and waits until the standby has it. */
    void used(LockClient client, String name) throws InterruptedException {
        LockHandle before = client.lock(name).tryAcquire(LONG).orElseThrow();
        before.release();
        pair.awaitInSync();
    }

    /** What a try comes to once the client has found its way; a server that cannot be reached is no answer. */
    static Optional<LockHandle> answered(LockClient client, String name) {
        return await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(LockException.class)
                .until(() -> client.lock(name).tryAcquire(LONG), answer -> true);
    }

    /** How many sessions of our clients a server has. */
    static String sessions(SqlServer server) {
        return server.product().equals(SqlProduct.POSTGRES.id())
                ? server.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'citizen'")
                : server.query("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'citizen'");
    }

    /** Puts the last token of a name where no clock is yet, as one does that is set back afterwards. */
    void putTokenAhead(String name) {
        String hex = HexFormat.of().formatHex(JdbcKeys.of(new LockName(name)));
        pair.primary()
                .execute("UPDATE interlock_lease SET first_token = 4000000000000000000 WHERE lock_name = "
                        + (isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'"));
        pair.awaitInSync();
    }

    @Override
    public void close() {
        clients.forEach(LockClient::close);
        address.close();
        bench.close();
        pair.close();
    }
}
