// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisLockOptions.Pool;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the connection strings of Redis, and the options given beside them, for the providers. It is not for users and may
 * change at any time. Each method throws {@link IllegalArgumentException} for what it does not understand, without
 * showing a password.
 */
public final class RedisSettings {

    private static final String REDLOCK = "redlock:";

    /** Connections, and threads, to each server of a Redlock: there are several servers. */
    private static final int REDLOCK_POOL_SIZE = 4;

    /** A comma may be in a password, if it is not one before the next server. */
    private static final Pattern NEXT_SERVER = Pattern.compile(",(?=rediss?:)");

    private RedisSettings() {}

    /**
     * The content of a connection string to Sentinels.
     *
     * @param sentinels where they are, and for which primary
     * @param options for the primary
     */
    public record OfSentinels(RedisSentinels sentinels, RedisLockOptions options) {}

    /**
     * The content of a connection string to a cluster.
     *
     * @param cluster where nodes are
     * @param options for each node
     */
    public record OfCluster(RedisCluster cluster, RedisLockOptions options) {}

    /**
     * The content of a connection string to the servers of a Redlock.
     *
     * @param servers where they are
     * @param options for all of them
     */
    public record OfRedlock(RedlockServers servers, RedisLockOptions options) {}

    /**
     * {@code redis://[user[:password]@]host[:port][/database]}.
     *
     * @param settings the connection string, and options that win over its own
     * @return what they say
     */
    public static RedisLockOptions ofServer(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        RedisLockOptions read =
                options(server(uri, options, uri.authority(), database(uri)), options, Pool.STANDARD.size());
        options.refuseUnknown();
        return read;
    }

    /**
     * {@code redis-sentinel://[user[:password]@]host[:port],host[:port]/primary}.
     *
     * @param settings the connection string, and options that win over its own
     * @return what they say
     */
    public static OfSentinels ofSentinels(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        RedisSentinels sentinels = new RedisSentinels(
                addresses(uri, RedisSentinels.STANDARD_PORT, RedisSentinels.Address::new),
                uri.path(),
                options.text("sentinelUser", null),
                options.text("sentinelPassword", null));
        Server server = server(uri, options, Server.STANDARD.host(), 0);
        RedisLockOptions read = options(server, options, Pool.STANDARD.size());
        options.refuseUnknown();
        return new OfSentinels(sentinels, read);
    }

    /**
     * {@code redis-cluster://[user[:password]@]host[:port],host[:port]}.
     *
     * @param settings the connection string, and options that win over its own
     * @return what they say
     */
    public static OfCluster ofCluster(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        List<RedisCluster.Node> nodes = addresses(uri, Server.STANDARD.port(), RedisCluster.Node::new);
        Server server = server(uri, options, Server.STANDARD.host(), database(uri));
        RedisLockOptions read = options(server, options, Pool.STANDARD.size());
        options.refuseUnknown();
        return new OfCluster(new RedisCluster(nodes), read);
    }

    /**
     * {@code redlock:redis://[user[:password]@]host[:port][/database],redis://...,redis://...}.
     *
     * @param settings the connection string, and options that win over its own
     * @return what they say
     */
    public static OfRedlock ofRedlock(LockSettings settings) {
        List<StoreUri> uris = NEXT_SERVER
                .splitAsStream(settings.uri().substring(REDLOCK.length()))
                .map(RedisSettings::serverOfRedlock)
                .toList();
        if (uris.stream().limit(uris.size() - 1L).anyMatch(uri -> !uri.options().isEmpty())) {
            throw new IllegalArgumentException(
                    "options of a redlock must follow its last server, and are for all of them");
        }
        StoreOptions options = new StoreOptions(uris.get(uris.size() - 1).options(), settings.options());
        List<Server> servers = uris.stream()
                .map(uri -> {
                    if (uri.authority().indexOf(',') >= 0) {
                        throw notOneServer();
                    }
                    return server(uri, options, uri.authority(), database(uri));
                })
                .toList();
        Duration nodeTimeout = options.duration(
                "nodeTimeout", RedlockServers.STANDARD_NODE_TIMEOUT, Server.MIN_TIMEOUT, Server.MAX_TIMEOUT);
        Duration restartGuard =
                options.duration("restartGuard", Duration.ZERO, Duration.ZERO, RedlockServers.MAX_RESTART_GUARD);
        RedisLockOptions read = options(servers.get(0), options, REDLOCK_POOL_SIZE);
        options.refuseUnknown();
        return new OfRedlock(new RedlockServers(servers, nodeTimeout, restartGuard), read);
    }

    private static StoreUri serverOfRedlock(String uri) {
        if (!uri.startsWith("redis:") && !uri.startsWith("rediss:")) {
            throw notOneServer();
        }
        return StoreUri.parseWithHost(uri);
    }

    private static IllegalArgumentException notOneServer() {
        return new IllegalArgumentException("each server of a redlock must be a uri of its own:"
                + " redlock:redis://host:port,redis://host:port,redis://host:port");
    }

    /** The path, which names a database. */
    private static int database(StoreUri uri) {
        return uri.path().isEmpty() ? 0 : number("database", uri.path(), 0, Server.MAX_DATABASE);
    }

    /** Everything but where the server is. */
    private static RedisLockOptions options(Server server, StoreOptions options, int poolSize) {
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
    private static <A> List<A> addresses(StoreUri uri, int standardPort, BiFunction<String, Integer, A> address) {
        return Stream.of(uri.authority().split(",", -1))
                .map(each -> address.apply(host(each), port(each, standardPort)))
                .toList();
    }

    /** How to connect to the server at an address, with its login. */
    private static Server server(StoreUri uri, StoreOptions options, String address, int database) {
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

    private static int port(String address, int otherwise) {
        int colon = address.lastIndexOf(':');
        return colon > address.lastIndexOf(']') ? number("port", address.substring(colon + 1), 1, 65535) : otherwise;
    }

    private static String host(String address) {
        int colon = address.lastIndexOf(':');
        String text = colon > address.lastIndexOf(']') ? address.substring(0, colon) : address;
        if (text.startsWith("[") && text.endsWith("]")) {
            return text.substring(1, text.length() - 1);
        }
        // Not shown: it may be a part of a password that was not percent-encoded.
        if (text.indexOf(',') >= 0) {
            throw new IllegalArgumentException("host of the uri must be one name or address but has a comma: several"
                    + " servers are redis-cluster://a,b,c or redis-sentinel://a,b,c/primary or"
                    + " redlock:redis://a,redis://b,redis://c");
        }
        if (text.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "host of the uri must be one name or address, an IPv6 address in brackets, but has a colon");
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
