// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import static dev.interlock.AcquireOptions.waitAtMost;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import java.time.Duration;

/** One for the application: its client is a connection to the store, opened at the start and closed at the end. */
final class OrderPayments implements AutoCloseable {

    private final LockClient locks;
    private final Orders orders;

    OrderPayments(String uri, Orders orders) {
        this.locks = LockClient.connect(uri); // such as "redis://localhost:6379", or "memory:" in a test
        this.orders = orders;
    }

    void pay(String order) throws InterruptedException {
        DistributedLock lock = locks.lock("order:" + order); // only a name: nothing is sent, and nothing is kept
        lock.runWithLock(waitAtMost(Duration.ofSeconds(5)), handle -> {
            handle.ensureHeld(Duration.ofSeconds(1)); // local and cheap: is enough of the lease left?
            orders.savePaid(order, handle.fencingToken()); // let the table refuse older tokens
        });
    }

    @Override
    public void close() {
        locks.close(); // frees what is still held
    }
}
