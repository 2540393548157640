// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.client.Standing;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.annotation.setting.RequiredCapabilities;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.config.ClientSettings;
import dev.interlock.spring.boot.config.InterlockProperties;
import dev.interlock.spring.boot.config.LockConfigurationException;
import dev.interlock.spring.boot.config.NamedMinHolds;
import dev.interlock.spring.boot.store.StoreOfApplication;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configured clients of an application. Each connects at its first use, so an application starts without its store,
 * unless {@code eager} asks otherwise. Thread-safe.
 */
public final class LockClients implements AutoCloseable {

    /** The name of the main client's bean. */
    public static final String MAIN = "lockClient";

    /** The end of the name of a further client's bean. */
    static final String SUFFIX = "LockClient";

    private static final String PREFIX = InterlockProperties.PREFIX + ".";

    private final InterlockProperties properties;
    private final ClientProperties main;
    private final StoreSelector selector;
    private final List<LockListener> listeners;
    private final List<ClientListeners> perClient;
    private final @Nullable LockClock clock;
    private final ExecutorService blocking =
            Executors.newCachedThreadPool(new DaemonThreads("interlock-spring-connecting"));
    private final Map<String, LazyLockClient> opened = new ConcurrentHashMap<>();
    private final Map<LockClient, NamedMinHolds> minHolds = new ConcurrentHashMap<>();

    /**
     * Makes no client yet.
     *
     * @param properties the properties of the application as a whole
     * @param main those of its main client
     * @param stores the stores that the application may have
     * @param listeners receive every event of every client
     * @param perClient make further listeners
     * @param clock the source of time, for tests; null is the system's
     */
    public LockClients(
            InterlockProperties properties,
            ClientProperties main,
            List<StoreOfApplication> stores,
            List<LockListener> listeners,
            List<ClientListeners> perClient,
            @Nullable LockClock clock) {
        this.properties = properties;
        this.main = main;
        this.selector = new StoreSelector(stores);
        this.listeners = List.copyOf(listeners);
        this.perClient = List.copyOf(perClient);
        this.clock = clock;
    }

    /**
     * Makes the main client, of {@code interlock.*}.
     *
     * @return a client that connects at its first use
     * @throws LockConfigurationException if the properties cannot work
     */
    public LockClient main() {
        return open(MAIN, PREFIX, main, options(), minHolds());
    }

    /**
     * Makes a further client, of {@code interlock.clients.NAME.*}.
     *
     * @param name the name of the block
     * @return a client that connects at its first use
     * @throws LockConfigurationException if the properties cannot work
     */
    public LockClient further(String name) {
        ClientProperties block = Objects.requireNonNull(properties.clients().get(name), name);
        String prefix = PREFIX + "clients." + name + ".";
        return open(
                name + SUFFIX,
                prefix,
                block,
                ClientSettings.options(prefix, block, options()),
                minHolds().with(prefix, block.named()));
    }

    /**
     * The shortest holds of {@code @Locked} methods.
     *
     * @param client a client
     * @return those of its named locks; none for a client that was made elsewhere
     */
    public NamedMinHolds minHolds(LockClient client) {
        return minHolds.getOrDefault(client, NamedMinHolds.NONE);
    }

    /**
     * The candidates of a client. No I/O.
     *
     * @param bean the name of the client's bean
     * @return what each does now; none for a client that is not made yet
     */
    public List<Standing> candidates(String bean) {
        LazyLockClient client = opened.get(bean);
        return client == null ? List.of() : client.candidates();
    }

    /**
     * A client that was made.
     *
     * @param bean the name of its bean
     * @return the client; empty if it is not made yet
     */
    public Optional<LockClient> client(String bean) {
        return Optional.ofNullable(opened.get(bean));
    }

    private NamedMinHolds minHolds() {
        return NamedMinHolds.NONE.with(PREFIX, main.named());
    }

    private ClientOptions options() {
        ClientOptions options = clock == null ? ClientOptions.STANDARD : ClientOptions.STANDARD.withClock(clock);
        return ClientSettings.options(PREFIX, main, options);
    }

    private LockClient open(
            String bean, String prefix, ClientProperties block, ClientOptions options, NamedMinHolds minHold) {
        RequiredCapabilities required =
                new RequiredCapabilities(prefix + "require", block.require(), LockConfigurationException.REFUSAL);
        StoreSelector.Selected store = selector.select(prefix, block);
        KnownBackend.find(store.isRowLock() ? KnownBackend.JDBC_ROW_LOCK.setting() : store.backend())
                .map(KnownBackend::capabilities)
                .ifPresent(atBest -> required.check(store.backend(), atBest));
        StoreConnector connector = new StoreConnector(
                store,
                required,
                options.withListeners(Stream.concat(
                                listeners.stream(),
                                perClient.stream().map(each -> each.listener(bean, store.backend())))
                        .toArray(LockListener[]::new)));
        LazyLockClient client = new LazyLockClient(connector::connect, blocking);
        opened.put(bean, client);
        minHolds.put(client, minHold);
        if (block.eager()) {
            StoreConnector.eagerly(client, prefix + "eager");
        }
        return client;
    }

    /** Lets clients that were closed connect again, because the application goes on. */
    void reopen() {
        opened.values().forEach(LazyLockClient::reopen);
    }

    /** Closes the clients: those that hold locks have {@code close-grace} to release them. */
    void closeClients() {
        LazyLockClient.closeAll(opened.values(), new DaemonThreads("interlock-spring-closing"));
    }

    @Override
    public void close() {
        closeClients();
        blocking.shutdown();
    }
}
