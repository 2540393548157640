// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.inventory.Inventory;
import dev.interlock.spring.boot.locked.Locked;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code PUT /items/{item}?stock=N}, {@code POST /items/{item}/deductions?quantity=N&request=ID}, and {@code POST
 * /items/deductions?items=A,B&request=ID}.
 */
@RestController
@RequestMapping("/items")
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
    @PutMapping("/{item}")
    void stock(@PathVariable String item, @RequestParam int stock) {
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
    @PostMapping("/{item}/deductions")
    @Locked("item-#{item}")
    Effect deduct(
            @PathVariable String item,
            @RequestParam int quantity,
            @RequestParam(required = false) @Nullable String request) {
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
    @PostMapping("/deductions")
    Map<String, Effect> deductEach(@RequestParam Set<String> items, @RequestParam String request)
            throws InterruptedException {
        return inventory.deductEach(items, request);
    }
}
