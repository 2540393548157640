// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.order.Orders;
import dev.interlock.micronaut.Locked;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** {@code POST /orders/{id}/{state}?request=ID} moves an order to a state. */
@Controller("/orders")
@ExecuteOn(TaskExecutors.BLOCKING)
class OrderController {

    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    /**
     * Changes the state.
     *
     * @param id of the order
     * @param state the new state: paid, shipped, delivered or cancelled
     * @param request id of the request
     * @return the number of changes so far
     */
    @Post("/{id}/{state}")
    @Locked("order-#{id}")
    Effect change(String id, String state, @QueryValue String request) {
        return orders.change(CurrentLock.handle(), id, state, request);
    }
}
