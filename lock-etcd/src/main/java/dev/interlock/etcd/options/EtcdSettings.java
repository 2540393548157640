// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.options;

import dev.interlock.LockSettings;
import dev.interlock.etcd.options.EtcdLockOptions.Server;
import dev.interlock.etcd.options.EtcdLockOptions.Tls;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@link EtcdLockOptions} from a uri and the options beside it. */
public final class EtcdSettings {

    private static final String STANDARD_PORT = ":2379";

    private EtcdSettings() {}

    /**
     * The options of a client.
     *
     * @throws IllegalArgumentException if an option is unknown, malformed or outside its bounds; never shows a password
     */
    public static EtcdLockOptions read(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        EtcdLockOptions standard = EtcdLockOptions.STANDARD;
        Server server = new Server(
                endpoints(uri.authority()),
                options.duration(
                        "connectTimeout",
                        standard.server().connectTimeout(),
                        EtcdLockOptions.MIN_TIMEOUT,
                        EtcdLockOptions.MAX_TIMEOUT),
                options.text("user", uri.user()),
                options.text("password", uri.password()),
                tls(options));
        EtcdLockOptions read = new EtcdLockOptions(
                server,
                uri.path().isEmpty() ? standard.namespace() : uri.path(),
                options.duration(
                        "timeout", standard.timeout(), EtcdLockOptions.MIN_TIMEOUT, EtcdLockOptions.MAX_TIMEOUT),
                options.duration(
                        "pollFallback", standard.pollFallback(), EtcdLockOptions.MIN_POLL, EtcdLockOptions.MAX_POLL));
        options.refuseUnknown();
        return read;
    }

    private static List<String> endpoints(String authority) {
        return Arrays.stream(authority.split(",", -1))
                .map(host -> host.lastIndexOf(':') > host.lastIndexOf(']') ? host : host + STANDARD_PORT)
                .toList();
    }

    private static @Nullable Tls tls(StoreOptions options) {
        boolean wanted = options.flag("tls", false);
        Tls tls = new Tls(options.text("cacert", null), options.text("cert", null), options.text("key", null));
        if (!wanted && !tls.equals(new Tls(null, null, null))) {
            throw new IllegalArgumentException("cacert, cert and key must come with tls=true but 'tls' was false");
        }
        return wanted ? tls : null;
    }
}
