// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * A Redis primary, its replica, and Sentinels that watch them and can make the replica the primary. All of them end
 * with this JVM. Safe for use by many threads.
 */
public final class RedisSentinelGroup implements AutoCloseable {

    /** The name under which the Sentinels watch the primary. */
    public static final String NAME = "locks";

    private static final int QUORUM = 2;

    /**
     * Sentinels start the next election at twice this time after a failed one: soon, because a busy machine needs
     * several.
     */
    private static final Duration FAILOVER_LIMIT = Duration.ofSeconds(15);

    private final RedisServer primary;
    private final RedisReplica replica;
    private final List<ServerInstance> sentinels = new ArrayList<>();

    private RedisSentinelGroup(RedisServer primary, RedisReplica replica) {
        this.primary = primary;
        this.replica = replica;
    }

    /**
     * Starts a primary, a replica in sync with it, and three Sentinels that agree on both.
     *
     * @param downAfter how long the primary must be silent until the Sentinels replace it; on a loaded machine a short
     *     time leads to needless failovers
     * @param settings further lines of each Sentinel's configuration
     * @throws TestAbortedException if no server can be started here
     */
    public static RedisSentinelGroup start(Duration downAfter, String... settings) {
        if (!(RedisServer.locate() instanceof Binary binary)) {
            throw new TestAbortedException(
                    "Sentinels need a program to start, and there is none: " + RedisServer.locate());
        }
        RedisServer primary = RedisServer.start();
        RedisSentinelGroup group;
        try {
            group = new RedisSentinelGroup(primary, RedisReplica.of(primary));
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
        try {
            group.startSentinels(binary, downAfter, List.of(settings));
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    private void startSentinels(Binary binary, Duration downAfter, List<String> settings) {
        List<String> lines = new ArrayList<>(List.of(
                "sentinel monitor " + NAME + " " + primary.host() + " " + primary.port() + " " + QUORUM,
                "sentinel down-after-milliseconds " + NAME + " " + downAfter.toMillis(),
                "sentinel failover-timeout " + NAME + " " + FAILOVER_LIMIT.toMillis()));
        lines.addAll(settings);
        for (int i = 0; i < 3; i++) {
            sentinels.add(ServerInstance.start(new SentinelPlan(binary, lines), LoopbackPort::free));
        }
        // They learn of each other and of the replica through the primary.
        await(() -> sentinels.stream()
                .allMatch(each -> knows(each, "num-other-sentinels", "2") && knows(each, "num-slaves", "1")));
    }

    /** The initial primary. */
    public RedisServer primary() {
        return primary;
    }

    /** The initial replica. */
    public RedisReplica replica() {
        return replica;
    }

    /** The port of each Sentinel. */
    public List<Integer> ports() {
        return sentinels.stream().map(ServerInstance::port).toList();
    }

    /** {@code host:port} of each Sentinel, separated by commas. */
    public String addresses() {
        return ports().stream()
                .map(port -> LoopbackPort.loopback().getHostAddress() + ":" + port)
                .collect(Collectors.joining(","));
    }

    /** {@code redis-sentinel://host:port,host:port,host:port/name}. */
    public String uri() {
        return "redis-sentinel://" + addresses() + "/" + NAME;
    }

    /** Makes the Sentinels promote the replica; returns when all of them name it. */
    public void failOver() {
        ask(sentinels.get(0), "SENTINEL", "FAILOVER", NAME);
        awaitReplicaIsPrimary();
    }

    /** Returns when all Sentinels name the replica as the primary, and it accepts writes. */
    public void awaitReplicaIsPrimary() {
        String port = Integer.toString(replica.server().port());
        await(() -> sentinels.stream().allMatch(each -> knows(each, "port", port)));
        await(() -> replica.server().command("ROLE").startsWith("master"));
    }

    /**
     * Makes the Sentinels let nobody in but this user. They do not let each other in either, so that they can name the
     * primary and not replace it.
     *
     * @param user another one than {@code default}
     * @param password of the user
     */
    public void requireLogin(String user, String password) {
        sentinels.forEach(each -> {
            ask(each, "ACL", "SETUSER", user, "on", ">" + password, "allchannels", "+@all");
            ask(each, "ACL", "SETUSER", "default", "off");
        });
    }

    /** Freezes the Sentinels: none of them demotes a server that comes back now. */
    public void freezeSentinels() {
        sentinels.forEach(each -> each.process().freeze());
    }

    /** Lets the Sentinels continue. */
    public void thawSentinels() {
        sentinels.forEach(each -> each.process().thaw());
    }

    private static boolean knows(ServerInstance sentinel, String field, String value) {
        List<String> fields = ask(sentinel, "SENTINEL", "MASTER", NAME).lines().toList();
        int place = fields.indexOf(field);
        return place >= 0 && place + 1 < fields.size() && fields.get(place + 1).equals(value);
    }

    private static String ask(ServerInstance sentinel, String... command) {
        try {
            return new RedisAddress(LoopbackPort.loopback().getHostAddress(), sentinel.port(), "", "", 0).ask(command);
        } catch (IOException e) {
            throw new UncheckedIOException(sentinel + " did not answer " + command[0], e);
        }
    }

    private void await(BooleanSupplier condition) {
        sentinels.get(0).process().awaitReady(condition);
    }

    /** Kills all of them and deletes their files. */
    @Override
    public void close() {
        sentinels.forEach(ServerInstance::close);
        replica.close();
        primary.close();
    }
}
