// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name that is none ends the call before the method. */
final class LockNamesTest {

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "test.shop", "north"));
    private final Orders orders = context.getBean(Orders.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void a_null_argument_is_refused() {
        refuses(() -> orders.pay(null, () -> 1), "'order-#{id}'", "Orders.pay", "argument 'id', which is null");
    }

    @Test
    void a_null_property_is_refused() {
        refuses(() -> orders.send("s", new Orders.Order(null)), "#{order.id}, which is null", "Orders.send");
        refuses(() -> orders.send(null, new Orders.Order("7")), "argument 'shop', which is null");
    }

    @Test
    void an_expression_that_fails_is_refused() {
        refuses(() -> orders.send("s", null), "'#{shop}-order-#{order.id}'", "Orders.send", "null");
    }

    @Test
    void a_name_that_no_lock_can_have_is_refused() {
        refuses(() -> orders.pay("x".repeat(200), () -> 1), "'order-#{id}'", "1 to 200 bytes", "has 206");
        refuses(() -> orders.pay("a\nb", () -> 1), "Orders.pay", "control characters");
    }

    @Test
    void the_word_null_is_as_good_as_any_other_in_the_midst_of_a_name() {
        assertThat(orders.pay("nullable", () -> 1)).isEqualTo(1);
        assertThat(orders.send("not-null", new Orders.Order("7"))).isEqualTo(2);
    }

    @Test
    void a_property_in_a_name_is_an_expression() {
        assertThat(orders.payInShop("7")).isEqualTo("north-order-7");
    }

    /** Micronaut would write it as text with its identity: another lock for each call. */
    @Test
    void an_array_is_refused() {
        refuses(() -> orders.pay(new String[] {"7"}, () -> 1), "Orders.pay", "holds an array");
        refuses(() -> orders.pay(new int[] {7}, () -> 1), "Orders.pay", "holds an array");
    }

    private void refuses(ThrowingCallable call, String... messages) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the method was not called")
                .satisfies(failure -> assertThat(failure.getMessage()).contains(messages));
        assertThat(orders.calls).hasValue(0);
    }
}
