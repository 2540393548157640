// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.quarkus.Locked;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.function.Supplier;

/** Methods of an application. */
@ApplicationScoped
class Orders {

    @Inject
    TransactionSynchronizationRegistry transactions;

    /** Reports whether the lock is held when the transaction has ended. */
    @Transactional
    @Locked("order-#{id}")
    int pay(String id, Supplier<Boolean> isFree, Runnable[] ended) {
        transactions.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED && !isFree.get()) {
                    ended[0].run();
                }
            }
        });
        return transactions.getTransactionStatus();
    }

    @Locked("order-#{id}")
    <T> Uni<T> payReactive(String id, Supplier<Uni<T>> body) {
        return body.get();
    }

    @Locked(value = "order-#{id}", onContention = OnContention.SKIP)
    <T> Uni<T> payReactiveOrSkip(String id, Supplier<Uni<T>> body) {
        return body.get();
    }

    /** Changes the thread, and asks there for the lock. */
    @Locked("order-#{id}")
    Uni<String> nameOnAnotherThread(String id) {
        return Uni.createFrom()
                .item(id)
                .onItem()
                .delayIt()
                .by(Duration.ofMillis(1))
                .map(item -> CurrentLock.handle().lockName());
    }

    @Locked("order-#{id}")
    <T> Multi<T> list(String id, Supplier<Multi<T>> body) {
        return body.get();
    }

    @Locked(value = "${report.name}-#{day.number}", client = "reports")
    <T> T report(Day day, Supplier<T> body) {
        return body.get();
    }

    /** An argument with a getter. */
    static final class Day {

        public int getNumber() {
            return 26;
        }
    }

    /** A call within the bean is intercepted as well. */
    @Locked("outer")
    String outer() {
        return inner();
    }

    @Locked("outer")
    String inner() {
        return CurrentLock.handle().lockName();
    }
}
