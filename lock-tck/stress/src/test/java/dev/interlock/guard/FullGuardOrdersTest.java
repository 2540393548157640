// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.internal.client.Orders;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two names are claimed and forgotten, and there is room for one. */
@Param(name = "name", gen = IntGen.class, conf = "0:1")
@Tag("nightly")
public class FullGuardOrdersTest {

    private static final FencingDomain DOMAIN = new FencingDomain("stress", 1);

    private final FencingGuard guard = new FencingGuard(1);

    /** False if the guard is full. */
    @Operation
    public boolean claim(@Param(name = "name") int name) {
        try {
            return guard.claim(DOMAIN.claim(String.valueOf(name), 1), () -> true);
        } catch (IllegalStateException full) {
            return false;
        }
    }

    @Operation
    public void forget(@Param(name = "name") int name) {
        guard.forget(DOMAIN, String.valueOf(name));
    }

    @Test
    @Timeout(Orders.MOST_SECONDS)
    void a_name_is_refused_only_while_there_is_no_room() {
        Orders.check(getClass(), 2, 2, 3, 40);
    }
}
