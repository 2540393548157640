// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.order.Orders;
import dev.interlock.spring.boot.locked.Locked;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /orders/{id}/{state}?request=ID} moves an order to a state. */
@RestController
@RequestMapping("/orders")
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
    @PostMapping("/{id}/{state}")
    @Locked("order-#{id}")
    Effect change(@PathVariable String id, @PathVariable String state, @RequestParam String request) {
        return orders.change(CurrentLock.handle(), id, state, request);
    }
}
