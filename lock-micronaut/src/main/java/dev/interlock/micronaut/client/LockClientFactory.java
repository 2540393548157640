// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.NamePattern;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLocks;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Creates the application's lock client from the configuration, unless the application has its own. */
@Factory
@Requires(property = LockConfiguration.ENABLED, notEquals = "false", defaultValue = "true")
final class LockClientFactory {

    /**
     * Checks the configuration. Connects only with {@code locks.eager}.
     *
     * @param checked has found no misspelt setting; injected so that the check comes first
     * @param configuration the properties of all locks
     * @param named the properties of named locks
     * @param chosen the store
     * @param listeners receive every event
     * @param clock the source of time and timers, for tests; null means the system's
     * @param blocking connects for callers that must not block
     * @return the client, which is closed with the context
     */
    @Context
    @Bean(preDestroy = "close")
    @Requires(missingBeans = LockClient.class)
    LazyLockClient lockClient(
            SettingsCheck checked,
            LockConfiguration configuration,
            NamedLocks named,
            ChosenStore chosen,
            List<LockListener> listeners,
            @Nullable LockClock clock,
            @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        ClientOptions options = options(configuration, named, listeners, clock);
        StoreConnector connector = StoreConnector.prepared(configuration, chosen, options);
        LazyLockClient client = new LazyLockClient(connector::connect, blocking);
        if (configuration.eager()) {
            connector.eagerly(client);
        }
        return client;
    }

    /** The options that the configuration sets. */
    static ClientOptions options(
            LockConfiguration configuration,
            NamedLocks named,
            List<LockListener> listeners,
            @Nullable LockClock clock) {
        ClientOptions options = ClientOptions.STANDARD
                .withDefaults(configuration.defaults())
                .withListeners(listeners.toArray(LockListener[]::new))
                .withRenewalThreads(configuration.renewalThreads())
                .withCloseTimeout(configuration.closeTimeout())
                .withCloseGrace(configuration.closeGrace())
                .withHandOff(configuration.handOff());
        options = Settings.changed(options, configuration.holderHint(), ClientOptions::withHolderHint);
        options = Settings.changed(options, clock, ClientOptions::withClock);
        for (Map.Entry<NamePattern, AcquireOptions> entry : named.defaults().entrySet()) {
            options = options.withDefaultsFor(entry.getKey().text(), entry.getValue());
        }
        return options;
    }
}
