// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/** What an operator could see and do about locks of mode row-lock, on connections of its own. */
record RowLockStoreHooks(SqlServer server) implements StoreHooks {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public boolean hasOwner(String name) {
        String row = " FROM interlock_row WHERE part = 1 AND lock_name = " + key(name);
        return !server.query("SELECT 1" + row).isEmpty()
                && server.query("SELECT 1" + row + " FOR UPDATE SKIP LOCKED").isEmpty();
    }

    /** There is no lease to end, but a session: the documented way to free a lock by force. */
    @Override
    public void expire(String name) {
        if (hasOwner(name)) {
            String session = server.query("SELECT session_id FROM interlock_row_token WHERE lock_name = " + key(name));
            server.execute(isPostgres() ? "SELECT pg_terminate_backend(" + session + ")" : "KILL " + session);
            awaitGone(session);
        }
    }

    private void awaitGone(String session) {
        String alive = isPostgres()
                ? "SELECT 1 FROM pg_stat_activity WHERE pid = " + session
                : "SELECT 1 FROM information_schema.processlist WHERE id = " + session;
        long start = System.nanoTime();
        while (!server.query(alive).isEmpty()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException("session " + session + " is still there after " + PATIENCE);
            }
        }
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(Stream.of("interlock_row", "interlock_row_token")
                .anyMatch(table -> !server.query("SELECT 1 FROM " + table + " WHERE lock_name = " + key(name))
                        .isEmpty()));
    }

    @Override
    public void deleteLocks() {
        String names = server.query("SELECT " + (isPostgres() ? "encode(lock_name, 'hex')" : "HEX(lock_name)")
                + " FROM interlock_row_token");
        names.lines()
                .map(hex -> new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8))
                .forEach(this::expire);
        server.execute("DELETE FROM interlock_row");
    }

    @Override
    public void loseData() {
        deleteLocks();
        server.execute("DELETE FROM interlock_row_token");
        server.execute("DELETE FROM interlock_row_share");
    }

    private String key(String name) {
        String hex = HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
        return isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'";
    }

    private boolean isPostgres() {
        return server.product().equals(SqlProduct.POSTGRES.id());
    }
}
