// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.jdbc.JdbcLockBackend;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcSettings;
import dev.interlock.spi.LockBackend;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The application's {@link DataSource}. Its locks take no part in the application's transactions: the backend borrows
 * connections on threads of its own, from the pool behind the proxies that bind a connection to a transaction.
 */
final class DataSourceOfApplication implements StoreOfApplication {

    private static final String OPTION_PREFIX = "interlock.";

    private final BeansOfType<DataSource> sources;
    private final TransactionProxies proxies;

    DataSourceOfApplication(ListableBeanFactory beans, TransactionProxies proxies) {
        this.sources = new BeansOfType<>(beans, DataSource.class);
        this.proxies = proxies;
    }

    @Override
    public String backend() {
        return "jdbc";
    }

    @Override
    public List<String> beans() {
        return sources.names();
    }

    @Override
    public String kind() {
        return "DataSource";
    }

    @Override
    public Supplier<LockBackend> prepare(@Nullable String bean, Map<String, String> options) {
        JdbcLockOptions read = JdbcSettings.read(
                Map.of(),
                options.entrySet().stream()
                        .collect(Collectors.toMap(each -> OPTION_PREFIX + each.getKey(), Map.Entry::getValue)));
        DataSource source = proxies.behind(sources.select(bean));
        return () -> JdbcLockBackend.using(source, read);
    }
}
