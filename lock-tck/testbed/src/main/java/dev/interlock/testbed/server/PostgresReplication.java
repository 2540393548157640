// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Streaming replication of PostgreSQL. A standby begins with a copy of the primary's initial directory, so it belongs
 * to the same cluster, and fetches all later changes.
 */
record PostgresReplication() implements SqlReplication {

    private static final String STANDBY = "standby";
    private static final String SIGNAL = "standby.signal";

    @Override
    public List<String> configuration(int number) {
        // Without the second setting, a standby that lost its primary would wait for 5 s.
        return List.of("-c", "wal_keep_size=1GB", "-c", "wal_retrieve_retry_interval=100ms");
    }

    @Override
    public void prepare(Path data, SqlServer primary) throws IOException {
        Files.createFile(data.resolve(SIGNAL));
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=" + primary.host() + " port=" + primary.port() + " user=" + primary.user()
                        + " application_name=" + STANDBY + "'\n",
                StandardOpenOption.APPEND);
    }

    @Override
    public void follow(SqlServer standby, SqlServer primary) {
        // The data directory contains the settings.
    }

    @Override
    public String written(SqlServer primary) {
        return primary.query("SELECT pg_current_wal_lsn()");
    }

    @Override
    public boolean has(SqlServer standby, String written) {
        return isTrue(standby, "pg_last_wal_replay_lsn() >= '" + written + "'");
    }

    @Override
    public void cutOff(SqlServer standby) {
        standby.execute("ALTER SYSTEM SET primary_conninfo = ''");
        standby.execute("SELECT pg_reload_conf()");
    }

    @Override
    public boolean isCutOff(SqlServer standby) {
        return isTrue(
                standby,
                "current_setting('primary_conninfo') = '' AND NOT EXISTS (SELECT FROM pg_stat_wal_receiver)"
                        + " AND pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn()");
    }

    @Override
    public void promote(SqlServer standby) {
        standby.execute("SELECT pg_promote(false)");
    }

    @Override
    public boolean isPrimary(SqlServer server) {
        return isTrue(server, "NOT pg_is_in_recovery()");
    }

    /** This takes a restart, which ends all sessions. */
    @Override
    public void demote(SqlServer primary) {
        try {
            Files.createFile(Path.of(primary.query("SHOW data_directory")).resolve(SIGNAL));
        } catch (IOException e) {
            throw new IllegalStateException("cannot demote " + primary, e);
        }
        primary.restart();
    }

    @Override
    public void replicateSynchronously(SqlServer primary, SqlServer standby) {
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '" + STANDBY + "'");
        primary.execute("SELECT pg_reload_conf()");
    }

    @Override
    public void giveUpWaiting(SqlServer primary) {
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = ''");
        primary.execute("SELECT pg_reload_conf()");
    }

    @Override
    public boolean isSynchronous(SqlServer primary) {
        return isTrue(primary, "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')");
    }

    private static boolean isTrue(SqlServer server, String condition) {
        return server.query("SELECT " + condition).equals("t");
    }
}
