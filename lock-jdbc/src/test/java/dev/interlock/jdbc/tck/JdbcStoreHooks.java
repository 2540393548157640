// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** What an operator could see and do at the server, on connections of its own. */
record JdbcStoreHooks(SqlServer server) implements StoreHooks {

    @Override
    public boolean hasOwner(String name) {
        return !server.query("SELECT 1 FROM interlock_lease WHERE lock_name = " + key(name)
                        + " AND owner_id IS NOT NULL AND expires_us > " + now())
                .isEmpty();
    }

    @Override
    public void expire(String name) {
        server.execute("UPDATE interlock_lease SET expires_us = 0 WHERE lock_name = " + key(name));
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(wasUsed(name));
    }

    /** A lock and its last token are one row. */
    @Override
    public void deleteLocks() {
        server.execute("DELETE FROM interlock_lease");
    }

    @Override
    public void loseData() {
        deleteLocks();
        server.execute("DELETE FROM interlock_lease_share");
    }

    /** Has the name used once, so that each acquisition from then on is one statement. */
    void prepare(String name) {
        server.execute("INSERT INTO interlock_lease"
                + " (lock_name, first_token, token_count, expires_us, change_count, format_version) VALUES ("
                + key(name)
                + ", 1, 1, 0, 1, 1)");
    }

    boolean wasUsed(String name) {
        return !server.query("SELECT 1 FROM interlock_lease WHERE lock_name = " + key(name))
                .isEmpty();
    }

    /** The name as a literal. */
    String key(String name) {
        String hex = HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
        return isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'";
    }

    private String now() {
        return isPostgres()
                ? "extract(epoch FROM clock_timestamp()) * 1000000"
                : "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    private boolean isPostgres() {
        return server.product().equals(SqlProduct.POSTGRES.id());
    }
}
