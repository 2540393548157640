// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import dev.interlock.LockSettings;
import dev.interlock.etcd.EtcdLockBackendProvider;
import dev.interlock.jdbc.JdbcLockBackendProvider;
import dev.interlock.redis.RedisSentinelBackendProvider;
import dev.interlock.redis.RedlockBackendProvider;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.zookeeper.ZookeeperLockBackendProvider;
import io.micronaut.core.naming.NameUtils;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the backends themselves say that they know, when they refuse an option. */
public final class KnownOptions {

    private static final Pattern KNOWN = Pattern.compile("known options are \\[(.*)]");

    private KnownOptions() {}

    public static List<String> ofRedis() {
        return Stream.of(
                        of(new RedisSentinelBackendProvider(), "redis-sentinel://host/primary", "bogus"),
                        of(new RedlockBackendProvider(), "redlock:redis://a,redis://b,redis://c", "bogus"))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    public static List<String> ofZookeeper() {
        return of(new ZookeeperLockBackendProvider(), "zookeeper://host", "bogus");
    }

    public static List<String> ofEtcd() {
        return of(new EtcdLockBackendProvider(), "etcd://host", "bogus");
    }

    /** Without user and password, which the pool takes. */
    public static List<String> ofJdbc() {
        return of(new JdbcLockBackendProvider(), "jdbc:mysql://host/shop", "interlock.bogus").stream()
                .map(name -> name.substring("interlock.".length()))
                .toList();
    }

    static List<String> properties() {
        return Stream.of(
                        ofRedis().stream().map(name -> "locks.redis." + NameUtils.hyphenate(name)),
                        ofZookeeper().stream().map(name -> "locks.zookeeper." + NameUtils.hyphenate(name)),
                        ofEtcd().stream().map(name -> "locks.etcd." + NameUtils.hyphenate(name)),
                        ofJdbc().stream().map(name -> "locks.jdbc." + NameUtils.hyphenate(name)))
                .flatMap(names -> names)
                .toList();
    }

    private static List<String> of(LockBackendProvider provider, String uri, String unknown) {
        try {
            provider.open(LockSettings.of(uri).withOption(unknown, "1")).close();
        } catch (IllegalArgumentException e) {
            Matcher known = KNOWN.matcher(e.getMessage());
            if (known.find()) {
                return Arrays.asList(known.group(1).split(", "));
            }
            throw e;
        }
        throw new AssertionError(uri + " took an option that it does not know");
    }
}
