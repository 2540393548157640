// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.LockClient;
import dev.interlock.examples.account.Accounts;
import dev.interlock.examples.counter.Counter;
import dev.interlock.examples.counter.SimulatedWork;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.GuardedWrite;
import dev.interlock.examples.database.Schema;
import dev.interlock.examples.inventory.Inventory;
import dev.interlock.examples.nightly.NightlyReport;
import dev.interlock.examples.order.Orders;
import dev.interlock.examples.voucher.Vouchers;
import dev.interlock.guard.FencingDomain;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.ApplicationEventPublisher;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Creates the use cases and their database from the configuration. */
@Factory
final class UseCaseFactory {

    /**
     * The database, checked at the start.
     *
     * @param dataSource of the tables
     * @param schema {@code create} to create the missing tables first
     * @param domain the name of the lock store
     * @param generation the number of lock stores that this database has been used with: one more after each swap
     * @param decisions receives the fence's decision on each transaction under a lock
     * @return the database
     * @throws SQLException if it cannot be reached
     */
    @Context
    Database database(
            DataSource dataSource,
            @Value("${examples.schema}") String schema,
            @Value("${examples.domain.name}") String domain,
            @Value("${examples.domain.generation}") int generation,
            ApplicationEventPublisher<GuardedWrite> decisions)
            throws SQLException {
        if (schema.equals("create")) {
            new Schema(dataSource).create();
        }
        return new Database(dataSource, new FencingDomain(domain, generation), decisions::publishEvent);
    }

    @Singleton
    Accounts accounts(Database database, LockClient locks) {
        return new Accounts(database, locks);
    }

    @Singleton
    SimulatedWork work(@Value("${examples.work}") Duration time) {
        return new SimulatedWork(time);
    }

    @Singleton
    Counter counter(Database database, SimulatedWork work) {
        return new Counter(database, work);
    }

    @Singleton
    Inventory inventory(Database database, LockClient locks) {
        return new Inventory(database, locks);
    }

    @Singleton
    NightlyReport nightlyReport(
            Database database,
            @Value("${examples.instance}") String instance,
            @Value("${examples.nightly.period-seconds}") int periodSeconds) {
        return new NightlyReport(database, instance, periodSeconds);
    }

    @Singleton
    Orders orders(Database database) {
        return new Orders(database);
    }

    @Singleton
    Vouchers vouchers(Database database) {
        return new Vouchers(database);
    }
}
