// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.quarkus.Locked;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

/** A native image can read the properties that are in names, and no others. */
final class LockedMethodsProcessorTest {

    @Test
    void types_whose_properties_are_in_names_are_registered() throws IOException {
        registers(
                Index.of(Payments.class, Order.class, Customer.class, Report.class),
                Order.class.getName(),
                Customer.class.getName());
    }

    /** A method with an annotation of its own does not have the names of its class. */
    @Test
    void the_names_of_a_class_are_those_of_its_methods() throws IOException {
        registers(Index.of(Refunds.class, Order.class, Customer.class, Report.class), Order.class.getName());
    }

    private static void registers(Index index, String... names) {
        List<ReflectiveClassBuildItem> registered = new ArrayList<>();
        new LockedMethodsProcessor().register(new CombinedIndexBuildItem(index, index), registered::add);
        assertThat(registered)
                .allMatch(ReflectiveClassBuildItem::isMethods)
                .flatExtracting(ReflectiveClassBuildItem::getClassNames)
                .containsExactlyInAnyOrder(names);
    }

    /** A bean as an application has it. */
    static class Payments {

        @Locked("customer-#{order.customer.id}")
        void pay(Order order) {}

        @Locked("report-#{day}")
        void report(int day, Report report) {}
    }

    /** A bean with one annotation for its methods. */
    @Locked("refund-#{document.customer}")
    static class Refunds {

        void refund(Order document) {}

        @Locked("all")
        void list(Report document) {}
    }

    record Order(Customer customer) {}

    /** Has a getter. */
    static final class Customer {

        public String getId() {
            return "7";
        }
    }

    record Report(String title) {}
}
