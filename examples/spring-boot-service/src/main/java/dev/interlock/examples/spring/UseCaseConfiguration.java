// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.LockClient;
import dev.interlock.examples.account.Accounts;
import dev.interlock.examples.counter.Counter;
import dev.interlock.examples.counter.SimulatedWork;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Schema;
import dev.interlock.examples.inventory.Inventory;
import dev.interlock.examples.nightly.NightlyReport;
import dev.interlock.examples.order.Orders;
import dev.interlock.examples.voucher.Vouchers;
import dev.interlock.guard.FencingDomain;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the use cases and their database from the properties. */
@Configuration(proxyBeanMethods = false)
class UseCaseConfiguration {

    /**
     * The database, checked at the start.
     *
     * @param dataSource of the tables
     * @param schema {@code create} to create the missing tables first
     * @param domain the name of the lock store
     * @param generation the number of lock stores that this database has been used with: one more after each swap
     * @param meters count the fence's decisions on transactions under a lock
     * @return the database
     * @throws SQLException if it cannot be reached
     */
    @Bean
    Database database(
            DataSource dataSource,
            @Value("${examples.schema}") String schema,
            @Value("${examples.domain.name}") String domain,
            @Value("${examples.domain.generation}") int generation,
            MeterRegistry meters)
            throws SQLException {
        if (schema.equals("create")) {
            new Schema(dataSource).create();
        }
        return new Database(
                dataSource,
                new FencingDomain(domain, generation),
                write -> meters.counter("examples.writes", "refused", Boolean.toString(write.refused()))
                        .increment());
    }

    @Bean
    Accounts accounts(Database database, LockClient locks) {
        return new Accounts(database, locks);
    }

    @Bean
    Counter counter(Database database, @Value("${examples.work}") Duration work) {
        return new Counter(database, new SimulatedWork(work));
    }

    @Bean
    Inventory inventory(Database database, LockClient locks) {
        return new Inventory(database, locks);
    }

    @Bean
    NightlyReport nightlyReport(
            Database database,
            @Value("${examples.instance}") String instance,
            @Value("${examples.nightly.period-seconds}") int periodSeconds) {
        return new NightlyReport(database, instance, periodSeconds);
    }

    @Bean
    Orders orders(Database database) {
        return new Orders(database);
    }

    @Bean
    Vouchers vouchers(Database database) {
        return new Vouchers(database);
    }
}
