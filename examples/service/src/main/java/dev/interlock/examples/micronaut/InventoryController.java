// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.inventory.Inventory;
import dev.interlock.micronaut.Locked;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code PUT /items/{item}?stock=N}, {@code POST /items/{item}/deductions?quantity=N&request=ID}, and {@code POST
 * /items/deductions?items=A,B&request=ID}.
 */
@Controller("/items")
@ExecuteOn(TaskExecutors.BLOCKING)
class InventoryController {

    private final Inventory inventory;

    InventoryController(Inventory inventory) {
        this.inventory = inventory;
    }

    /**
     * Puts items into the stock.
     *
     * @param item the item
     * @param stock the number of items
     */
    @Put("/{item}")
    void stock(String item, @QueryValue int stock) {
        inventory.stock(item, stock);
    }

    /**
     * Takes items.
     *
     * @param item the item
     * @param quantity the number to take
     * @param request id of the request; without it, the caller cannot repeat the request safely
     * @return how many are left
     */
    @Post("/{item}/deductions")
    @Locked("item-#{item}")
    Effect deduct(String item, @QueryValue int quantity, @QueryValue @Nullable String request) {
        return inventory.deduct(CurrentLock.handle(), item, quantity, Effect.requestId(request));
    }

    /**
     * Takes one of each of several items, all or none.
     *
     * @param items the items, separated by commas
     * @param request id of the request
     * @return how many are left of each
     * @throws InterruptedException if the server stops
     */
    @Post("/deductions")
    Map<String, Effect> deductEach(@QueryValue Set<String> items, @QueryValue String request)
            throws InterruptedException {
        return inventory.deductEach(items, request);
    }
}
