// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why no backend on the class path serves a connection string, and what to do: another spelling, a module that is
 * missing, or a store that is not supported. Of the string only its scheme is shown, since passwords are in the rest.
 */
final class UnservedUri {

    private static final Pattern SCHEME = Pattern.compile("((?:jdbc:)?[A-Za-z][\\w+.-]{0,30}):(.*)", Pattern.DOTALL);

    /** Where the backend of a scheme is. */
    private static final Map<String, String> MODULES = new TreeMap<>(Map.ofEntries(
            Map.entry("memory:", "lock-api"),
            Map.entry("redis:", "lock-redis"),
            Map.entry("rediss:", "lock-redis"),
            Map.entry("redis-sentinel:", "lock-redis"),
            Map.entry("rediss-sentinel:", "lock-redis"),
            Map.entry("redlock:", "lock-redis"),
            Map.entry("redis-cluster:", "lock-redis"),
            Map.entry("rediss-cluster:", "lock-redis"),
            Map.entry("zookeeper:", "lock-zookeeper"),
            Map.entry("etcd:", "lock-etcd"),
            Map.entry("migrate:", "lock-migrate"),
            Map.entry("jdbc:mysql:", "lock-jdbc"),
            Map.entry("jdbc:mariadb:", "lock-jdbc"),
            Map.entry("jdbc:postgresql:", "lock-jdbc")));

    /** What other tools call them. */
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("mem:", "memory:"),
            Map.entry("valkey:", "redis:"),
            Map.entry("valkeys:", "rediss:"),
            Map.entry("redis+tls:", "rediss:"),
            Map.entry("redis+ssl:", "rediss:"),
            Map.entry("redis+sentinel:", "redis-sentinel:"),
            Map.entry("rediss+sentinel:", "rediss-sentinel:"),
            Map.entry("redis+cluster:", "redis-cluster:"),
            Map.entry("rediss+cluster:", "rediss-cluster:"),
            Map.entry("zk:", "zookeeper:"),
            Map.entry("mysql:", "jdbc:mysql:"),
            Map.entry("mariadb:", "jdbc:mariadb:"),
            Map.entry("postgres:", "jdbc:postgresql:"),
            Map.entry("postgresql:", "jdbc:postgresql:"),
            Map.entry("jdbc:postgres:", "jdbc:postgresql:"));

    /** What is not supported as a connection string, and what is instead. */
    private static final Map<String, String> UNSUPPORTED = Map.of(
            "redis-socket:", "name a host by redis://",
            "unix:", "name a host by redis://");

    private UnservedUri() {}

    static IllegalArgumentException refusal(String uri, Set<String> served) {
        return new IllegalArgumentException(
                reason(uri, served) + "; the class path has backends for " + new TreeSet<>(served));
    }

    private static String reason(String uri, Set<String> served) {
        if (!uri.equals(uri.strip())) {
            return "the uri begins or ends with a blank: remove it";
        }
        Matcher matcher = SCHEME.matcher(uri);
        if (!matcher.matches()) {
            String word = uri.toLowerCase(Locale.ROOT) + ":";
            return MODULES.containsKey(word)
                    ? "the uri has no colon behind its scheme: write '" + word + "'"
                    : "the uri has no scheme, such as 'redis:' in redis://localhost:6379";
        }
        String scheme = matcher.group(1) + ":";
        if (matcher.group(2).matches("\\d{1,5}")) {
            return "the uri names a host and a port but no scheme: write it as in redis://localhost:6379";
        }
        return "no backend serves the scheme '" + scheme + "': " + wayOut(scheme, served);
    }

    private static String wayOut(String written, Set<String> served) {
        String scheme = written.toLowerCase(Locale.ROOT);
        String meant = OTHER_NAMES.getOrDefault(scheme, scheme);
        String module = MODULES.get(meant);
        if (module != null) {
            List<String> steps = new ArrayList<>();
            if (!meant.equals(written)) {
                steps.add("write '" + meant + "'");
            }
            if (!served.contains(meant)) {
                steps.add("put dev.interlock:" + module + " on the class path");
            }
            return String.join(", and ", steps);
        }
        String instead = UNSUPPORTED.get(scheme.replace('+', '-'));
        if (instead != null) {
            return "it is not supported: " + instead;
        }
        return scheme.startsWith("jdbc:")
                ? "locks in SQL need MySQL, MariaDB or PostgreSQL; in tests use 'memory:'"
                : "it is not supported: the stores are Redis, ZooKeeper, etcd, MySQL, MariaDB, PostgreSQL and memory";
    }
}
