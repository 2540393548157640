// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.CheckRow.Verdict;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** A prefix below the user's own, so that permissions for that prefix also cover this one. */
final class RedisRoom implements Room {

    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    private static final int STANDARD_PORT = 6379;
    private static final int AT_ONCE = 500;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final UriParts uri;
    private final String prefix;
    private final LongSupplier wallMicros;

    RedisRoom(String uri, String mark, LongSupplier wallMicros) {
        this.uri = new UriParts(uri);
        this.prefix = this.uri.option("prefix", "interlock") + ":report-" + mark;
        this.wallMicros = wallMicros;
    }

    static void require(String uri) {
        if (!SCHEMES.contains(new UriParts(uri).scheme())) {
            throw new IllegalArgumentException(
                    "must be a uri of one server, redis: or rediss:, but has another scheme");
        }
    }

    @Override
    public LockSettings settings() {
        return uri.at(uri.path()).withOption("prefix", prefix);
    }

    private boolean isEncrypted() {
        return uri.scheme().equals("rediss");
    }

    private Jedis connect() {
        String authority = uri.authority();
        boolean port = authority.lastIndexOf(':') > authority.lastIndexOf(']');
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder(
                        URI.create(uri.scheme() + "://" + authority))
                .user(uri.user())
                .password(uri.password());
        String database = uri.path().isEmpty() ? uri.option("database", "0") : uri.path();
        return new Jedis(
                HostAndPort.from(port ? authority : authority + ":" + STANDARD_PORT),
                config.database(Integer.parseInt(database)).build());
    }

    @Override
    public List<CheckRow> checks(StartMessages told) {
        try (Jedis server = connect()) {
            Map<String, String> info = info(server);
            return List.of(
                    told.of("eviction", "evicts", () -> eviction(info)),
                    told.of("persistence", "a restart of the server forgets", () -> persistence(info)),
                    replication(info),
                    Clocks.compare(wallMicros, () -> micros(server.time())),
                    told.of(
                            "grants",
                            "this user may not|everybody who reaches",
                            () -> new CheckRow("grants", Verdict.GOOD, "every step was tried and permitted", "")),
                    isEncrypted()
                            ? new CheckRow("TLS", Verdict.GOOD, "the connection is encrypted", "")
                            : new CheckRow(
                                    "TLS",
                                    Verdict.LIMITED,
                                    "anyone on the network path can read the password and take locks",
                                    "open a TLS port and use rediss:"));
        } catch (Exception e) {
            throw new IllegalStateException("the set-up cannot be looked at: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> info(Jedis server) {
        try {
            return server.info()
                    .lines()
                    .filter(line -> line.indexOf(':') > 0)
                    .collect(Collectors.toMap(
                            line -> line.substring(0, line.indexOf(':')),
                            line -> line.substring(line.indexOf(':') + 1).strip(),
                            (first, second) -> first));
        } catch (JedisDataException e) {
            return Map.of(); // not permitted
        }
    }

    private static long micros(List<String> time) {
        return Long.parseLong(time.get(0)) * MICROS_PER_SECOND + Long.parseLong(time.get(1));
    }

    private static CheckRow unknown(String topic) {
        return new CheckRow(topic, Verdict.UNKNOWN, "INFO is refused", "grant the user +info");
    }

    private static CheckRow eviction(Map<String, String> info) {
        String policy = info.get("maxmemory_policy");
        return policy == null
                ? unknown("eviction")
                : new CheckRow(
                        "eviction",
                        Verdict.GOOD,
                        "no held lock is evicted (maxmemory " + info.get("maxmemory") + ", maxmemory-policy " + policy
                                + ")",
                        "");
    }

    private static CheckRow persistence(Map<String, String> info) {
        return info.containsKey("aof_enabled")
                ? new CheckRow(
                        "persistence",
                        Verdict.GOOD,
                        "grants are appended to a file (aof_enabled " + info.get("aof_enabled") + ")",
                        "with appendfsync always a loss of power forgets none; with everysec, those of a second")
                : unknown("persistence");
    }

    private static CheckRow replication(Map<String, String> info) {
        String replicas = info.get("connected_slaves");
        if (replicas == null) {
            return unknown("replication");
        }
        return replicas.equals("0")
                ? new CheckRow("replication", Verdict.GOOD, "it has no replica that could be promoted", "")
                : new CheckRow(
                        "replication",
                        Verdict.LIMITED,
                        "it has " + replicas
                                + " replicas, and replication is asynchronous: one that is promoted may not"
                                + " know a grant",
                        "guard what the lock protects by tokens; minReplicas makes the loss rarer");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over, a restart without persistence, or eviction.",
                "A lease across a jump of the server's wall clock.");
    }

    @Override
    public void clear() {
        ScanParams ours = new ScanParams()
                .match(prefix.replaceAll("[\\\\*?\\[\\]^]", "\\\\$0") + ":*")
                .count(AT_ONCE);
        try (Jedis server = connect()) {
            String cursor = ScanParams.SCAN_POINTER_START;
            do {
                ScanResult<String> found = server.scan(cursor, ours);
                if (!found.getResult().isEmpty()) {
                    server.del(found.getResult().toArray(String[]::new));
                }
                cursor = found.getCursor();
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        }
    }
}
