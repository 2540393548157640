// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import io.micronaut.context.annotation.Requires;
import io.micronaut.jdbc.DataSourceResolver;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;

/**
 * Removes Micronaut's wrappers from a DataSource. With Micronaut Data the bean returns the connection of the current
 * transaction, or none outside of one. Locks would then take part in the transaction that they guard, or could not be
 * acquired.
 */
@Singleton
@Requires(classes = DataSourceResolver.class)
final class PlainDataSource {

    private final List<DataSourceResolver> resolvers;

    PlainDataSource(List<DataSourceResolver> resolvers) {
        this.resolvers = resolvers;
    }

    /** Returns the pool behind a DataSource, or the DataSource itself if nothing wraps it. */
    DataSource of(DataSource wrapped) {
        DataSource source = wrapped;
        for (DataSourceResolver resolver : resolvers) {
            source = resolver.resolve(source);
        }
        return source;
    }
}
