// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import io.micronaut.context.annotation.Requires;
import io.micronaut.jdbc.DataSourceResolver;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;

/**
 * Takes Micronaut's wrappers off a DataSource. With Micronaut Data the bean gives the connection of the current
 * transaction, or none outside of one: locks would take part in the transaction that they guard, or could not be taken
 * at all.
 */
@Singleton
@Requires(classes = DataSourceResolver.class)
final class PlainDataSource {

    private final List<DataSourceResolver> resolvers;

    PlainDataSource(List<DataSourceResolver> resolvers) {
        this.resolvers = resolvers;
    }

    /** The pool behind a DataSource, or the DataSource if nothing wraps it. */
    DataSource of(DataSource wrapped) {
        DataSource source = wrapped;
        for (DataSourceResolver resolver : resolvers) {
            source = resolver.resolve(source);
        }
        return source;
    }
}
