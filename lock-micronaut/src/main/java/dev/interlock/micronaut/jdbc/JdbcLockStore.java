// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.jdbc.JdbcLockBackend;
import dev.interlock.jdbc.JdbcLockBackendProvider;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in a database: with its own connections to {@code locks.uri} or {@code locks.jdbc.url}, otherwise with a
 * {@link DataSource} of the application. The address comes first, because the presence of a DataSource does not mean
 * that it is for locks.
 */
@Singleton
@Requires(classes = JdbcLockBackend.class)
final class JdbcLockStore implements LockStore {

    /** The options in {@code locks.jdbc.*}, besides {@code url} and {@code datasource}. */
    static final List<String> OPTIONS = List.of(
            "mode",
            "table",
            "schema",
            "timeout",
            "maxHeld",
            "user",
            "password",
            "poolSize",
            "poolReserve",
            "poolWait",
            "connectTimeout");

    static final String BLOCK = LockConfiguration.PREFIX + ".jdbc";
    static final String URL = BLOCK + ".url";

    private static final String OPTION_PREFIX = "interlock.";

    private final DataSourceFinder sources;
    private final PropertyResolver properties;
    private final StoreProperties block;

    JdbcLockStore(DataSourceFinder sources, PropertyResolver properties) {
        this.sources = sources;
        this.properties = properties;
        this.block = new StoreProperties(properties, BLOCK, OPTION_PREFIX, OPTIONS);
    }

    @Override
    public String backend() {
        return "jdbc";
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith("jdbc:");
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(StoreProperties.names(OPTIONS, "url", "datasource"));
    }

    @Override
    public Set<Capability> capabilities() {
        boolean rowLock = JdbcProperties.mode(block) == Mode.ROW_LOCK;
        return (rowLock ? KnownBackend.JDBC_ROW_LOCK : KnownBackend.JDBC).capabilities();
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        String url =
                uri != null ? uri : properties.getProperty(URL, String.class).orElse(null);
        if (url != null) {
            sources.refuseNamed(uri != null ? LockConfiguration.URI : URL);
            return block.backendFactory(new JdbcLockBackendProvider(), uri != null ? LockConfiguration.URI : URL, url);
        }
        JdbcLockOptions options = JdbcProperties.options(block);
        Supplier<DataSource> source = sources.find()
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.BACKEND
                        + " is 'jdbc' but nothing says where the database is: set " + LockConfiguration.URI
                        + ", such as jdbc:mysql://localhost:3306/shop, or " + URL
                        + ", or configure a data source such as"
                        + " datasources.default, and add its pool, such as io.micronaut.sql:micronaut-jdbc-hikari"));
        return () -> JdbcLockBackend.using(source.get(), options);
    }
}
