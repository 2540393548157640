// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.ArrayList;
import java.util.List;

/**
 * A server with a clock that can be set.
 *
 * @param plan the plan without the clock
 * @param clock its wall clock
 */
record ClockedPlan(ServerPlan plan, ServerClock clock) implements ForwardingPlan {

    @Override
    public List<String> wrapper() {
        List<String> wrapper = new ArrayList<>(plan.wrapper());
        wrapper.addAll(clock.wrapper());
        return wrapper;
    }
}
