// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.order;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The states of an order and the permitted changes between them. An order without changes is NEW. */
enum OrderState {
    NEW,
    PAID,
    SHIPPED,
    DELIVERED,
    CANCELLED;

    private Set<OrderState> next() {
        return switch (this) {
            case NEW -> EnumSet.of(PAID, CANCELLED);
            case PAID -> EnumSet.of(SHIPPED, CANCELLED);
            case SHIPPED -> EnumSet.of(DELIVERED);
            case DELIVERED, CANCELLED -> EnumSet.noneOf(OrderState.class);
        };
    }

    boolean mayBecome(OrderState other) {
        return next().contains(other);
    }

    static OrderState of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
