// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.zookeeper;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.ClientBeanFinder;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import dev.interlock.zookeeper.ZookeeperLockBackend;
import dev.interlock.zookeeper.ZookeeperLockBackendProvider;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Access;
import io.micronaut.context.BeanContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in ZooKeeper: with the application's {@link CuratorFramework} bean if there is one, which must be
 * started, otherwise with its own session at {@code locks.uri} or {@code locks.zookeeper.connect-string}.
 */
@Singleton
@Requires(classes = ZookeeperLockBackend.class)
final class ZookeeperLockStore implements LockStore {

    /** The options in {@code locks.zookeeper.*}, besides {@code connect-string} and {@code base}. */
    static final List<String> OPTIONS = List.of(
            "sessionTimeout",
            "connectTimeout",
            "timeout",
            "pollFallback",
            "acl",
            "user",
            "password",
            "tls",
            "keyStore",
            "keyStorePassword",
            "trustStore",
            "trustStorePassword");

    private static final String BLOCK = LockConfiguration.PREFIX + ".zookeeper";
    private static final String CONNECT_STRING = BLOCK + ".connect-string";
    private static final String BASE = BLOCK + ".base";
    private static final String SCHEME = "zookeeper:";

    private final BeanContext context;
    private final PropertyResolver properties;
    private final StoreProperties block;

    ZookeeperLockStore(BeanContext context, PropertyResolver properties) {
        this.context = context;
        this.properties = properties;
        this.block = new StoreProperties(properties, BLOCK, "", OPTIONS);
    }

    @Override
    public String backend() {
        return "zookeeper";
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith(SCHEME);
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(StoreProperties.names(OPTIONS, "connect-string", "base"));
    }

    @Override
    public Set<Capability> capabilities() {
        return KnownBackend.ZOOKEEPER.capabilities();
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        Optional<Supplier<CuratorFramework>> shared = ClientBeanFinder.find(context, CuratorFramework.class);
        if (shared.isPresent()) {
            ZookeeperLockOptions options = options();
            return () -> ZookeeperLockBackend.using(shared.get().get(), options);
        }
        if (uri != null) {
            return block.backendFactory(new ZookeeperLockBackendProvider(), LockConfiguration.URI, uri);
        }
        String servers = properties
                .getProperty(CONNECT_STRING, String.class)
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.BACKEND
                        + " is 'zookeeper' but nothing says where it is: set " + LockConfiguration.URI + ", such as"
                        + " zookeeper://localhost:2181/interlock, or " + CONNECT_STRING + ", or define a bean of type "
                        + CuratorFramework.class.getName()));
        return block.backendFactory(
                new ZookeeperLockBackendProvider(), CONNECT_STRING, SCHEME + "//" + servers + "/" + base());
    }

    private String base() {
        return properties
                .getProperty(BASE, String.class)
                .orElse(ZookeeperLockOptions.STANDARD.base())
                .replaceAll("^/|/$", "");
    }

    /** All options except those of the session, which belongs to the application. */
    ZookeeperLockOptions options() {
        ZookeeperLockOptions standard = ZookeeperLockOptions.STANDARD;
        Settings settings = block.settings();
        try {
            return new ZookeeperLockOptions(
                    standard.server(),
                    base(),
                    block.value("acl").map(ZookeeperLockStore::access).orElse(standard.acl()),
                    requireNonNullElse(
                            settings.duration("timeout", Duration.ofMillis(1), Duration.ofMinutes(1)),
                            standard.timeout()),
                    requireNonNullElse(
                            settings.duration("poll-fallback", Duration.ofMillis(10), Duration.ofMinutes(10)),
                            standard.pollFallback()));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(BLOCK + ".*: " + e.getMessage(), e);
        }
    }

    private static Access access(String text) {
        return Arrays.stream(Access.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        BLOCK + ".acl must be auto, creator or open but was '" + text + "'"));
    }
}
