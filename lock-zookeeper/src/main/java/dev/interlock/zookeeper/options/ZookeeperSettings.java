// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.options;

import dev.interlock.LockSettings;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Access;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Server;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Tls;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@link ZookeeperLockOptions} from a uri and the options beside it. */
public final class ZookeeperSettings {

    private static final String STANDARD_PORT = ":2181";

    private ZookeeperSettings() {}

    /**
     * The options of a client.
     *
     * @throws IllegalArgumentException if an option is unknown, malformed or outside its bounds; never shows a password
     */
    public static ZookeeperLockOptions read(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        ZookeeperLockOptions standard = ZookeeperLockOptions.STANDARD;
        Server server = new Server(
                hosts(uri.authority()),
                options.duration(
                        "sessionTimeout", standard.server().sessionTimeout(), Server.MIN_SESSION, Server.MAX_SESSION),
                options.duration(
                        "connectTimeout",
                        standard.server().connectTimeout(),
                        ZookeeperLockOptions.MIN_TIMEOUT,
                        ZookeeperLockOptions.MAX_TIMEOUT),
                options.text("user", uri.user()),
                options.text("password", uri.password()),
                tls(options));
        ZookeeperLockOptions read = new ZookeeperLockOptions(
                server,
                uri.path().isEmpty() ? standard.base() : uri.path(),
                access(Objects.requireNonNull(options.text("acl", "auto"))),
                options.duration(
                        "timeout",
                        standard.timeout(),
                        ZookeeperLockOptions.MIN_TIMEOUT,
                        ZookeeperLockOptions.MAX_TIMEOUT),
                options.duration(
                        "pollFallback",
                        standard.pollFallback(),
                        ZookeeperLockOptions.MIN_POLL,
                        ZookeeperLockOptions.MAX_POLL));
        options.refuseUnknown();
        return read;
    }

    private static String hosts(String authority) {
        return Arrays.stream(authority.split(",", -1))
                .map(host -> host.lastIndexOf(':') > host.lastIndexOf(']') ? host : host + STANDARD_PORT)
                .collect(Collectors.joining(","));
    }

    private static @Nullable Tls tls(StoreOptions options) {
        boolean wanted = options.flag("tls", false);
        Tls tls = new Tls(
                options.text("keyStore", null),
                options.text("keyStorePassword", null),
                options.text("trustStore", null),
                options.text("trustStorePassword", null));
        if (!wanted && !tls.equals(new Tls(null, null, null, null))) {
            throw new IllegalArgumentException("keyStore and trustStore must come with tls=true but 'tls' was false");
        }
        return wanted ? tls : null;
    }

    private static Access access(String value) {
        for (Access each : Access.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(value)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "option 'acl' must be auto, creator or open but was '" + value.replaceAll("[^ -~]", "?") + "'");
    }
}
