// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import io.micronaut.context.ApplicationContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Locks in the application's database, beside its transactions and never within them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TransactionIT {

    private RunningStore store;
    private ApplicationContext context;
    private Payments payments;

    @BeforeAll
    void start() {
        store = RunningStore.mysql(SqlServer.start(SqlProduct.MYSQL), "lease");
        context = ApplicationContext.run(store.properties());
        payments = context.getBean(Payments.class);
    }

    @AfterAll
    void stop() {
        if (context != null) {
            context.close();
        }
        if (store != null) {
            store.close();
        }
    }

    @Test
    void the_transaction_has_ended_before_the_lock_is_released() {
        payments.seen.clear();
        payments.pay("1", false);
        payments.note("after the call", "1");
        assertThat(payments.seen)
                .containsExactly("in the transaction: locked", "COMMITTED: locked", "after the call: free");
    }

    @Test
    void a_roll_back_has_ended_before_the_lock_is_released() {
        payments.seen.clear();
        assertThatThrownBy(() -> payments.pay("2", true)).hasMessage("no money");
        payments.note("after the call", "2");
        assertThat(payments.seen)
                .containsExactly("in the transaction: locked", "ROLLED_BACK: locked", "after the call: free");
    }

    @Test
    void a_lock_that_is_taken_within_a_transaction_does_not_go_back_with_it() {
        LockClient client = context.getBean(LockClient.class);
        assertThatThrownBy(() -> payments.lockAndRollBack("within")).hasMessage("within is rolled back");
        assertThat(client.inspect("within")).isPresent();
    }
}
