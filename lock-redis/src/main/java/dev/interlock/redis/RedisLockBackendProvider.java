// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockOptions.Pool;
import dev.interlock.redis.RedisLockOptions.Server;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import dev.interlock.spi.StoreUri;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Opens {@code redis://[user[:password]@]host[:port][/database]?name=value&...}, and {@code rediss:} for TLS. The
 * options are those of {@link RedisLockOptions}. Thread-safe.
 */
public final class RedisLockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public RedisLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis:", "rediss:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        RedisLockOptions options = read(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisFit.tried(() -> RedisLockBackend.connecting(options));
    }

    static RedisLockOptions read(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        RedisLockOptions read = read(server(uri, options, uri.authority(), database(uri)), options);
        options.refuseUnknown();
        return read;
    }

    /** The path, which names a database. */
    static int database(StoreUri uri) {
        return uri.path().isEmpty() ? 0 : number("database", uri.path(), 0, Server.MAX_DATABASE);
    }

    /** What has nothing to do with where the server is. */
    static RedisLockOptions read(Server server, StoreOptions options) {
        return read(server, options, Pool.STANDARD.size());
    }

    /** The same with another number of connections, unless it is said. */
    static RedisLockOptions read(Server server, StoreOptions options, int poolSize) {
        Pool pool = pool(options, poolSize);
        RedisLockOptions standard = RedisLockOptions.STANDARD;
        return new RedisLockOptions(
                server,
                pool,
                Objects.requireNonNull(options.text("prefix", standard.prefix())),
                options.duration(
                        "tokenTtl",
                        standard.tokenTtl(),
                        RedisLockOptions.MIN_TOKEN_TTL,
                        RedisLockOptions.MAX_TOKEN_TTL),
                options.duration(
                        "pollFallback", standard.pollFallback(), RedisLockOptions.MIN_POLL, RedisLockOptions.MAX_POLL),
                acknowledged(options));
    }

    private static AcknowledgedWrites acknowledged(StoreOptions options) {
        AcknowledgedWrites none = AcknowledgedWrites.NONE;
        return new AcknowledgedWrites(
                options.number("minReplicas", none.minReplicas(), 0, AcknowledgedWrites.MAX_REPLICAS),
                options.duration(
                        "replicaTimeout",
                        none.timeout(),
                        AcknowledgedWrites.MIN_TIMEOUT,
                        AcknowledgedWrites.MAX_TIMEOUT));
    }

    /** The addresses of a uri that names several, with commas between. */
    static <A> List<A> addresses(StoreUri uri, int standardPort, BiFunction<String, Integer, A> address) {
        return Stream.of(uri.authority().split(",", -1))
                .map(each -> address.apply(host(each), port(each, standardPort)))
                .toList();
    }

    /** How the server is connected to that is at an address, and its login. */
    static Server server(StoreUri uri, StoreOptions options, String address, int database) {
        Server standard = Server.STANDARD;
        return new Server(
                host(address),
                port(address, standard.port()),
                uri.scheme().startsWith("rediss"),
                options.number("database", database, 0, Server.MAX_DATABASE),
                options.text("user", uri.user()),
                options.text("password", uri.password()),
                Objects.requireNonNull(options.text("clientName", standard.clientName())),
                options.duration("connectTimeout", standard.connectTimeout(), Server.MIN_TIMEOUT, Server.MAX_TIMEOUT),
                options.duration("timeout", standard.timeout(), Server.MIN_TIMEOUT, Server.MAX_TIMEOUT));
    }

    static int port(String address, int otherwise) {
        int colon = address.lastIndexOf(':');
        return colon > address.lastIndexOf(']') ? number("port", address.substring(colon + 1), 1, 65535) : otherwise;
    }

    static String host(String address) {
        int colon = address.lastIndexOf(':');
        String text = colon > address.lastIndexOf(']') ? address.substring(0, colon) : address;
        if (text.startsWith("[") && text.endsWith("]")) {
            return text.substring(1, text.length() - 1);
        }
        if (text.indexOf(':') >= 0 || text.indexOf(',') >= 0) {
            // Not shown: it may be a part of a password that was not percent-encoded.
            throw new IllegalArgumentException(
                    "host of the uri must be one name or address, an IPv6 address in brackets,"
                            + " but has a colon or comma");
        }
        return text;
    }

    private static Pool pool(StoreOptions options, int standardSize) {
        Pool standard = Pool.STANDARD;
        int size = options.number("poolSize", standardSize, 1, Pool.MAX_SIZE);
        return new Pool(
                size,
                options.number("poolMinIdle", standard.minIdle(), 0, size),
                options.duration("poolWait", standard.maxWait(), Pool.MIN_WAIT, Pool.MAX_WAIT),
                options.flag("testOnBorrow", standard.testOnBorrow()),
                options.flag("testWhileIdle", standard.testWhileIdle()));
    }

    private static int number(String part, String text, int least, int most) {
        String expected = part + " of the uri must be a whole number from " + least + " to " + most;
        // Anything but digits is not shown: it may be a part of a password that was not percent-encoded.
        if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(
                    expected + " but is not a number; reserved characters in a password must be percent-encoded");
        }
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(expected + " but was " + number);
        }
        return number;
    }
}
