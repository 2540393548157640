// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.internal.client.Orders;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps begin and end while the client closes. */
public class StepsUnderWayOrdersTest {

    private final StepsUnderWay steps = new StepsUnderWay();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean refused;

    @Operation
    public boolean begin() {
        boolean begun = steps.begin();
        if (begun) {
            underWay.incrementAndGet();
        }
        return begun;
    }

    /** Ends one that has begun, if any. */
    @Operation
    public void end() {
        int known = underWay.get();
        if (known > 0 && underWay.compareAndSet(known, known - 1)) {
            if (steps.none().getCount() == 0) {
                throw new IllegalStateException("none was under way before this step ended");
            }
            steps.ended();
        }
    }

    @Operation(runOnce = true)
    public void refuse() {
        steps.refuse();
        refused = true;
    }

    @Validate
    public void the_last_one_is_known_to_have_ended() {
        boolean none = steps.none().getCount() == 0;
        if (none != (refused && underWay.get() == 0)) {
            throw new IllegalStateException(
                    "none under way: " + none + ", refused: " + refused + ", left: " + underWay);
        }
    }

    @Test
    @Timeout(Orders.MOST_SECONDS)
    void none_begins_after_the_end_and_the_last_one_is_noticed() {
        Orders.check(getClass(), 2, 4, 3, 40);
    }
}
