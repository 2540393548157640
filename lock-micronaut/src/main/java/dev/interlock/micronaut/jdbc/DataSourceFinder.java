// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import dev.interlock.micronaut.client.ClientBeanFinder;
import io.micronaut.context.BeanContext;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import io.micronaut.inject.qualifiers.Qualifiers;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the application's DataSource for the locks: the pool itself, without wrappers that take part in transactions.
 */
@Singleton
final class DataSourceFinder {

    private static final String PROPERTY = JdbcLockStore.BLOCK + ".datasource";

    private final BeanContext context;
    private final PropertyResolver properties;
    private final @Nullable PlainDataSource plain;

    DataSourceFinder(BeanContext context, PropertyResolver properties, @Nullable PlainDataSource plain) {
        this.context = context;
        this.properties = properties;
        this.plain = plain;
    }

    /**
     * Finds the named DataSource, or the one for locks, or the only one.
     *
     * @throws ConfigurationException if the named one does not exist, or if there are several and none is named
     */
    Optional<Supplier<DataSource>> find() {
        Optional<String> name = properties.getProperty(PROPERTY, String.class);
        Optional<Supplier<DataSource>> found =
                name.isPresent() ? Optional.of(named(name.get())) : ClientBeanFinder.find(context, DataSource.class);
        return found.map(source -> () -> plain == null ? source.get() : plain.of(source.get()));
    }

    /** Rejects a DataSource next to an address, because the two could mean different stores. */
    void refuseNamed(String address) {
        if (properties.containsProperty(PROPERTY)) {
            throw new ConfigurationException(
                    PROPERTY + " and " + address + " both say where the locks are: remove one of them");
        }
    }

    private Supplier<DataSource> named(String name) {
        if (!context.containsBean(DataSource.class, Qualifiers.byName(name))) {
            throw new ConfigurationException(PROPERTY + " is '" + name
                    + "' but there is no data source of that name: configure datasources." + name
                    + ", and add its pool, such as io.micronaut.sql:micronaut-jdbc-hikari");
        }
        return () -> context.getBean(DataSource.class, Qualifiers.byName(name));
    }
}
