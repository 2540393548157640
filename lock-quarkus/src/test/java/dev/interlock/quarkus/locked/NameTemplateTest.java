// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.annotation.call.LockNames;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NameTemplateTest {

    private static final LockNames NAMES = new LockNames("Orders.pay", "");

    private record Customer(@Nullable String id) {}

    private record Order(Customer customer) {}

    @Test
    void parameters_and_properties_of_properties_are_replaced() {
        assertThat(name("a-#{id}-#{order.customer.id}-z", Map.of("id", 7, "order", new Order(new Customer("8")))))
                .isEqualTo("a-7-8-z");
    }

    @Test
    void a_null_on_the_way_is_refused() {
        assertThatThrownBy(() -> name("#{order.customer.id}", Map.of("order", new Order(new Customer(null)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds #{order.customer.id}, which is null");
    }

    @Test
    void a_property_that_does_not_exist_is_refused() {
        assertThatThrownBy(() -> name("#{order.number}", Map.of("order", new Order(new Customer("8")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Order has no public number(), getNumber(), isNumber()");
    }

    @Test
    void an_array_is_refused() {
        assertThatThrownBy(() -> name("#{ids}", Map.of("ids", new int[] {1})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds an array");
    }

    @Test
    void other_expressions_are_refused() {
        assertThatThrownBy(() -> NameTemplate.of("#{id + 1}", NAMES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("neither a parameter nor a property of one");
    }

    private static String name(String text, Map<String, Object> arguments) {
        return NameTemplate.of(text, NAMES).nameIn(new TreeMap<>(arguments), new ArgumentProperties(), NAMES);
    }
}
