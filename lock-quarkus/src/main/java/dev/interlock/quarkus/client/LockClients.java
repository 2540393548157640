// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockException;
import dev.interlock.LockListener;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.annotation.setting.RequiredCapabilities;
import dev.interlock.quarkus.config.ClientConfig;
import dev.interlock.quarkus.config.ClientSettings;
import dev.interlock.quarkus.config.InterlockConfig;
import dev.interlock.spi.toolbox.DaemonThreads;
import io.quarkus.arc.Arc;
import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.InjectableBean;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The configured clients of an application. Each connects at its first use, so an application starts without its store,
 * unless {@code eager} asks otherwise. As a singleton it is destroyed after all beans of the application's scope, so the
 * jobs among them end before the clients are closed. Thread-safe.
 */
@Singleton
public final class LockClients {

    /** The name of the main client, for meters and health. */
    public static final String MAIN = "main";

    private static final String MAIN_PREFIX = InterlockConfig.PREFIX + ".";
    private static final String CLIENTS = MAIN_PREFIX + "clients.";

    private final InterlockConfig config;
    private final Instance<LockListener> listeners;
    private final Instance<ClientListeners> perClient;
    private final Instance<LockClock> clock;
    private final CallsAtWork atWork = new CallsAtWork();
    private final ExecutorService blocking =
            Executors.newCachedThreadPool(new ApplicationThreads("interlock-quarkus-connecting"));
    private final ReentrantLock opening = new ReentrantLock();
    private final ConcurrentMap<String, LazyLockClient> opened = new ConcurrentHashMap<>();

    /** Of the container. */
    LockClients(
            InterlockConfig config,
            @Any Instance<LockListener> listeners,
            @Any Instance<ClientListeners> perClient,
            @Any Instance<LockClock> clock) {
        this.config = config;
        this.listeners = listeners;
        this.perClient = perClient;
        this.clock = clock;
    }

    /** Before the application's own observers, which may take locks. */
    void check(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent started) {
        if (config.clients().containsKey(MAIN)) {
            throw new ConfigurationException(
                    CLIENTS + MAIN + ".*: the main client is configured by " + MAIN_PREFIX
                            + "* itself; give a further client another name",
                    Set.of(CLIENTS + MAIN));
        }
        InjectableBean<LockClient> chosen =
                Arc.container().instance(LockClient.class).getBean();
        if (chosen != null && chosen.isDefaultBean()) {
            var unused = main();
        }
        config.clients().keySet().forEach(this::further);
    }

    /**
     * Makes the main client, of {@code interlock.*}, unless the application has a bean of its own.
     *
     * @return a client that connects at its first use
     * @throws ConfigurationException if the properties cannot work
     */
    @Produces
    @DefaultBean
    @ApplicationScoped
    LockClient main() {
        return opened(MAIN, MAIN_PREFIX, config.main(), options());
    }

    /**
     * Returns a further client, of {@code interlock.clients.NAME.*}.
     *
     * @param name the name of the block
     * @return a client that connects at its first use
     * @throws ConfigurationException if there is no such block, or its properties cannot work
     */
    public LockClient further(String name) {
        LockClient known = opened.get(name);
        if (known != null) {
            return known;
        }
        ClientConfig block = config.clients().get(name);
        if (block == null) {
            throw new ConfigurationException(
                    "there is no client '" + name + "': configure it by " + CLIENTS + name + ".uri; there are "
                            + config.clients().keySet(),
                    Set.of(CLIENTS + name + ".uri"));
        }
        String prefix = CLIENTS + name + ".";
        return opened(name, prefix, block, ClientSettings.options(prefix, block, options()));
    }

    /**
     * The clients that the application uses now.
     *
     * @return the configured clients by name
     */
    public Map<String, LockClient> all() {
        return new TreeMap<>(opened);
    }

    /**
     * The calls of annotated methods, which the end of the application waits for.
     *
     * @return the calls that hold their locks now
     */
    public CallsAtWork atWork() {
        return atWork;
    }

    private ClientOptions options() {
        ClientOptions options =
                clock.isResolvable() ? ClientOptions.STANDARD.withClock(clock.get()) : ClientOptions.STANDARD;
        return ClientSettings.options(MAIN_PREFIX, config.main(), options);
    }

    private LockClient opened(String name, String prefix, ClientConfig block, ClientOptions options) {
        opening.lock();
        try {
            LazyLockClient known = opened.get(name);
            if (known != null) {
                return known;
            }
            LazyLockClient client = client(name, prefix, block, options);
            opened.put(name, client);
            if (block.eager()) {
                connect(client, prefix);
            }
            return client;
        } finally {
            opening.unlock();
        }
    }

    private LazyLockClient client(String name, String prefix, ClientConfig block, ClientOptions options) {
        StoreOfUri store = StoreOfUri.of(prefix, uri(prefix, block), block);
        ClientOptions complete = options.withListeners(Stream.concat(
                        listeners.stream(), perClient.stream().map(each -> each.listener(name, store.backend())))
                .toArray(LockListener[]::new));
        RequiredCapabilities required =
                new RequiredCapabilities(prefix + "require", block.require().orElse(Set.of()), ClientSettings.REFUSAL);
        store.capabilities().ifPresent(atBest -> required.check(store.backend(), atBest));
        return new LazyLockClient(() -> connected(store, required, complete), blocking);
    }

    private static LockClient connected(StoreOfUri store, RequiredCapabilities required, ClientOptions options) {
        LockClient client = LockClient.using(store.provider().open(store.settings()), options);
        try {
            required.check(store.backend(), client.capabilities().declared());
            return client;
        } catch (ConfigurationException e) {
            client.close();
            throw e;
        }
    }

    private static String uri(String prefix, ClientConfig block) {
        return block.uri().orElseGet(() -> {
            if (LaunchMode.current() != LaunchMode.NORMAL) {
                return "memory:";
            }
            throw new ConfigurationException(
                    prefix + "uri is not set: write, for example, " + prefix + "uri=redis://localhost:6379 with"
                            + " dev.interlock:lock-redis among the dependencies. Without it only development and"
                            + " tests have locks, in memory; " + prefix + "uri=memory: keeps them there in"
                            + " production as well, where they reach no other process.",
                    Set.of(prefix + "uri"));
        });
    }

    private static void connect(LazyLockClient client, String prefix) {
        try {
            var unused = client.connected();
        } catch (LockException e) {
            throw new ConfigurationException(
                    prefix + "eager is true but the store cannot be used: " + e.getMessage()
                            + "; start it, correct its address, or set " + prefix
                            + "eager=false to connect at the first use",
                    e,
                    Set.of(prefix + "eager"));
        }
    }

    /** Waits for running calls of annotated methods, then closes the clients, all at the same time. */
    @PreDestroy
    void close() {
        atWork.awaitEnd(options().closeGrace(), MAIN_PREFIX + "close-grace");
        LazyLockClient.closeAll(all().values(), new DaemonThreads("interlock-quarkus-closing"));
        blocking.shutdown();
    }
}
