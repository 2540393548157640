// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.annotation.Requires;
import io.micronaut.transaction.TransactionOperations;
import io.micronaut.transaction.annotation.Transactional;
import io.micronaut.transaction.support.TransactionSynchronization;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Writes to the database that keeps the lock as well. */
@Singleton
@Requires(beans = DataSource.class)
class Payments {

    private final LockClient client;
    private final TransactionOperations<Connection> transactions;
    final List<String> seen = new ArrayList<>();

    Payments(LockClient client, TransactionOperations<Connection> transactions) {
        this.client = client;
        this.transactions = transactions;
    }

    @Locked("order-#{id}")
    @Transactional
    void pay(String id, boolean failing) {
        note("in the transaction", id);
        transactions.findTransactionStatus().orElseThrow().registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(Status status) {
                note(status.name(), id);
            }
        });
        if (failing) {
            throw new IllegalStateException("no money");
        }
    }

    @Transactional
    void lockAndRollBack(String name) {
        LockHandle handle = client.lock(name).tryAcquire().orElseThrow();
        throw new IllegalStateException(handle.lockName() + " is rolled back");
    }

    /** What another connection sees of the lock. */
    void note(String when, String id) {
        Optional<Holder> holder = client.inspect("order-" + id);
        seen.add(when + ": " + (holder.isPresent() ? "locked" : "free"));
    }
}
