// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.wire.LoopbackPort;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/**
 * A Redis server that follows another one. A test can cut it off and promote it, which together make a failover. Safe
 * for use by many threads.
 */
public final class RedisReplica implements AutoCloseable {

    private static final Pattern PRIMARY_OFFSET = Pattern.compile("master_repl_offset:(\\d+)");
    private static final Pattern REPLICA_OFFSET = Pattern.compile("slave_repl_offset:(\\d+)");

    private final RedisServer primary;
    private final RedisServer server;

    private RedisReplica(RedisServer primary, RedisServer server) {
        this.primary = primary;
        this.server = server;
    }

    /**
     * Starts a replica and waits until it is in sync with the primary.
     *
     * @param primary has no password; stays open when the replica is closed
     * @throws TestAbortedException if no server can be started here, or if a running one is given
     */
    public static RedisReplica of(RedisServer primary) {
        // Redis 7 would wait 5 s for further replicas before it sends its data.
        RedisServer server = RedisServer.start("--repl-diskless-sync-delay", "0");
        primary.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        RedisReplica replica = new RedisReplica(primary, server);
        follow(server, primary.host(), primary.port());
        replica.awaitInSync();
        return replica;
    }

    /** The replica itself. */
    public RedisServer server() {
        return server;
    }

    /**
     * Waits until the replica has everything that was written to the primary so far, and the primary knows it. The
     * replica's link is up and its offset matches before the primary counts the replica: until the primary has its
     * first acknowledgement, {@code WAIT} answers 0.
     *
     * @throws IllegalStateException if that takes more than 120 seconds
     */
    public void awaitInSync() {
        awaitInSync(primary, server);
    }

    static void awaitInSync(RedisServer primary, RedisServer replica) {
        long written = Math.max(1, number(PRIMARY_OFFSET.matcher(info(primary))));
        replica.own("wait for").process().awaitReady(() -> {
            String reported = info(replica);
            return reported.contains("master_link_status:up")
                    && number(REPLICA_OFFSET.matcher(reported)) >= written
                    && acknowledged(primary, replica) >= written;
        });
    }

    /** The offset that a counted replica has acknowledged to the primary; -1 if the primary counts none. */
    private static long acknowledged(RedisServer primary, RedisServer replica) {
        Pattern online = Pattern.compile("slave\\d+:ip=[^,]*,port=" + replica.port() + ",state=online,offset=(\\d+)");
        return number(online.matcher(info(primary)));
    }

    /**
     * Cuts the replica off: it keeps its data and gets no later write of the primary. Freezing it would not suffice,
     * because data sent to it would wait in its socket.
     */
    public void cutOff() {
        follow(server, LoopbackPort.loopback().getHostAddress(), LoopbackPort.free());
    }

    /** Makes the replica follow the primary again; what is written there arrives here soon. */
    public void followAgain() {
        follow(server, primary.host(), primary.port());
    }

    /**
     * Makes the replica follow another, promoted replica, and replaces its own data with that replica's.
     *
     * @param promoted the new primary
     */
    public void follow(RedisReplica promoted) {
        follow(server, promoted.server().host(), promoted.server().port());
    }

    /** Makes the replica a primary, with the data that it has. */
    public void promote() {
        server.command("REPLICAOF", "NO", "ONE");
    }

    /** Makes the old primary a replica of this one, so that it refuses writes; clients stay connected to it. */
    public void demotePrimary() {
        follow(primary, server.host(), server.port());
    }

    private static void follow(RedisServer follower, String host, int port) {
        follower.command("REPLICAOF", host, Integer.toString(port));
    }

    private static long number(Matcher matcher) {
        return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    private static String info(RedisServer asked) {
        return asked.command("INFO", "replication");
    }

    /** Kills the replica and deletes its files; the primary stays as it is. */
    @Override
    public void close() {
        server.close();
    }
}
