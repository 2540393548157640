// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.etcd;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.etcd.EtcdLockBackend;
import dev.interlock.etcd.EtcdLockBackendProvider;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.options.EtcdLockOptions.Server;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.ClientBeanFinder;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import io.etcd.jetcd.Client;
import io.micronaut.context.BeanContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in etcd: with the application's {@link Client} bean if there is one, otherwise with a client of its own at
 * {@code locks.uri} or {@code locks.etcd.endpoints}.
 */
@Singleton
@Requires(classes = EtcdLockBackend.class)
final class EtcdLockStore implements LockStore {

    /** The options in {@code locks.etcd.*}, besides {@code endpoints} and {@code namespace}. */
    static final List<String> OPTIONS =
            List.of("connectTimeout", "timeout", "pollFallback", "user", "password", "tls", "cacert", "cert", "key");

    private static final String BLOCK = LockConfiguration.PREFIX + ".etcd";
    private static final String ENDPOINTS = BLOCK + ".endpoints";
    private static final String NAMESPACE = BLOCK + ".namespace";
    private static final String SCHEME = "etcd:";
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MIN_POLL = Duration.ofMillis(10);
    private static final Duration MAX = Duration.ofMinutes(1);

    private final BeanContext context;
    private final PropertyResolver properties;
    private final StoreProperties block;

    EtcdLockStore(BeanContext context, PropertyResolver properties) {
        this.context = context;
        this.properties = properties;
        this.block = new StoreProperties(properties, BLOCK, "", OPTIONS);
    }

    @Override
    public String backend() {
        return "etcd";
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith(SCHEME);
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(StoreProperties.names(OPTIONS, "endpoints", "namespace"));
    }

    @Override
    public Set<Capability> capabilities() {
        return KnownBackend.ETCD.capabilities();
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        Optional<Supplier<Client>> shared = ClientBeanFinder.find(context, Client.class);
        if (shared.isPresent()) {
            EtcdLockOptions options = options();
            return () -> EtcdLockBackend.using(shared.get().get(), options);
        }
        if (uri != null) {
            return block.backendFactory(new EtcdLockBackendProvider(), LockConfiguration.URI, uri);
        }
        String servers = properties
                .getProperty(ENDPOINTS, String.class)
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.BACKEND
                        + " is 'etcd' but nothing says where it is: set " + LockConfiguration.URI + ", such as"
                        + " etcd://localhost:2379/interlock, or " + ENDPOINTS + ", or define a bean of type "
                        + Client.class.getName()));
        return block.backendFactory(
                new EtcdLockBackendProvider(), ENDPOINTS, SCHEME + "//" + servers + "/" + namespace());
    }

    private String namespace() {
        return properties
                .getProperty(NAMESPACE, String.class)
                .orElse(EtcdLockOptions.STANDARD.namespace())
                .replaceAll("^/|/$", "");
    }

    /** All options except those of the connection, which belongs to the application. */
    EtcdLockOptions options() {
        EtcdLockOptions standard = EtcdLockOptions.STANDARD;
        Settings settings = block.settings();
        Duration start = requireNonNullElse(
                settings.duration("connect-timeout", MIN_TIMEOUT, MAX),
                standard.server().connectTimeout());
        try {
            return new EtcdLockOptions(
                    new Server(standard.server().endpoints(), start, null, null, null),
                    namespace(),
                    requireNonNullElse(settings.duration("timeout", MIN_TIMEOUT, MAX), standard.timeout()),
                    requireNonNullElse(settings.duration("poll-fallback", MIN_POLL, MAX), standard.pollFallback()));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(BLOCK + ".*: " + e.getMessage(), e);
        }
    }
}
