// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * Replication of MySQL and MariaDB by the binary log and global transaction ids. A standby begins with a copy of the
 * primary's initial directory, and fetches all later changes.
 *
 * @param product which of the two
 */
record MysqlReplication(SqlProduct product) implements SqlReplication {

    /** How long a commit waits for a standby's acknowledgement before replication becomes asynchronous. */
    private static final int PATIENCE_MILLIS = 600_000;

    private boolean isMysql() {
        return product == SqlProduct.MYSQL;
    }

    @Override
    public List<String> configuration(int number) {
        List<String> arguments = new ArrayList<>(List.of(
                "--log-bin=binlog",
                "--relay-log=relay",
                "--sync-binlog=1",
                "--server-id=" + number,
                "--log-slave-updates"));
        if (isMysql()) {
            arguments.addAll(List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON"));
        }
        return arguments;
    }

    /** The copy also contains the server's UUID. */
    @Override
    public void prepare(Path data, SqlServer primary) throws IOException {
        Files.deleteIfExists(data.resolve("auto.cnf"));
    }

    @Override
    public void follow(SqlServer standby, SqlServer primary) {
        String place = "_HOST = '" + primary.host() + "', #_PORT = " + primary.port() + ", #_USER = '" + primary.user()
                + "', #_CONNECT_RETRY = 1, ";
        standby.execute(
                isMysql()
                        ? "CHANGE REPLICATION SOURCE TO SOURCE" + place.replace("#", "SOURCE")
                                + "SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1"
                        : "CHANGE MASTER TO MASTER" + place.replace("#", "MASTER")
                                + "MASTER_USE_GTID = slave_pos, MASTER_SSL = 0");
        standby.execute("START REPLICA");
        demote(standby);
    }

    @Override
    public String written(SqlServer primary) {
        return primary.query(isMysql() ? "SELECT @@GLOBAL.gtid_executed" : "SELECT @@GLOBAL.gtid_binlog_pos")
                .replace("\n", "");
    }

    @Override
    public boolean has(SqlServer standby, String written) {
        return isMysql()
                ? standby.query("SELECT GTID_SUBSET('" + written + "', @@GLOBAL.gtid_executed)")
                        .equals("1")
                : standby.query("SELECT MASTER_GTID_WAIT('" + written + "', 0)").equals("0");
    }

    @Override
    public void cutOff(SqlServer standby) {
        standby.execute("STOP REPLICA IO_THREAD");
    }

    /** As the thread that applies the changes reports it. */
    @Override
    public boolean isCutOff(SqlServer standby) {
        return standby.query("SHOW REPLICA STATUS").contains("has read all relay log");
    }

    @Override
    public void promote(SqlServer standby) {
        standby.execute("STOP REPLICA");
        standby.execute("RESET REPLICA ALL");
        standby.execute("SET GLOBAL read_only = OFF");
    }

    @Override
    public boolean isPrimary(SqlServer server) {
        return server.query("SELECT @@GLOBAL.read_only").equals("0");
    }

    /** Administrators can still write. MySQL could refuse them as well, but then a test could not create a user. */
    @Override
    public void demote(SqlServer primary) {
        primary.execute("SET GLOBAL read_only = ON");
    }

    @Override
    public void replicateSynchronously(SqlServer primary, SqlServer standby) {
        if (isMysql()) {
            install(primary, "rpl_semi_sync_source", "semisync_source.so");
            install(standby, "rpl_semi_sync_replica", "semisync_replica.so");
        }
        String source = isMysql() ? "source" : "master";
        String replica = isMysql() ? "replica" : "slave";
        primary.execute("SET GLOBAL rpl_semi_sync_" + source + "_enabled = ON");
        primary.execute("SET GLOBAL rpl_semi_sync_" + source + "_timeout = " + PATIENCE_MILLIS);
        primary.execute("SET GLOBAL rpl_semi_sync_" + source + "_wait_point = AFTER_SYNC");
        standby.execute("SET GLOBAL rpl_semi_sync_" + replica + "_enabled = ON");
        // The new setting takes effect when the standby connects.
        standby.execute("STOP REPLICA IO_THREAD");
        standby.execute("START REPLICA IO_THREAD");
    }

    @Override
    public void giveUpWaiting(SqlServer primary) {
        primary.execute("SET GLOBAL rpl_semi_sync_" + (isMysql() ? "source" : "master") + "_timeout = 100");
    }

    private static void install(SqlServer server, String plugin, String library) {
        try {
            server.execute("INSTALL PLUGIN " + plugin + " SONAME '" + library + "'");
        } catch (IllegalStateException e) {
            throw new TestAbortedException(
                    server + " comes without its plugin " + library
                            + ", so it cannot replicate semi-synchronously; set LOCKS_TEST_MYSQLD to one that has it",
                    e);
        }
    }

    @Override
    public boolean isSynchronous(SqlServer primary) {
        String source = isMysql() ? "source" : "master";
        return primary.query("SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_" + source + "_clients'")
                        .endsWith("\t1")
                && primary.query("SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_" + source + "_status'")
                        .endsWith("\tON");
    }
}
