// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The rule of REN about renewals that hang while others do not. */
abstract class RenewPressureRules extends InstrumentedRuleTest {

    private static final int STUCK = 8;
    private static final int HEALTHY = 4;

    @Test
    @Proves(Rule.REN_9)
    void REN_9_renewals_that_hang_cost_the_others_nothing() throws Exception {
        Set<String> stuck = ConcurrentHashMap.newKeySet();
        StepGate hanging = new StepGate();
        LockBackend backend = new ForwardingBackend(fixture().openBackend()) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                boolean isStuck = stuck.contains(grant.attempt().name().value());
                return isStuck ? hanging.before(() -> super.renew(grant, lease)) : super.renew(grant, lease);
            }
        };
        LockClient client = client(backend);
        closing(hanging);
        Duration lease = leaseOf(STEADY);
        for (int i = 0; i < STUCK; i++) {
            String name = name();
            stuck.add(name);
            hold(client, name, renewed(lease));
        }
        await("the renewals of " + STUCK + " locks hang", () -> hanging.arrivals() >= STUCK, lease.plus(patience()));
        List<LockHandle> healthy = new ArrayList<>();
        for (int i = 0; i < HEALTHY; i++) {
            healthy.add(hold(client, name(), renewed(lease)));
        }
        never(
                "a lock is lost because the renewals of others hang",
                () -> healthy.stream().anyMatch(handle -> handle.state() == HandleState.LOST),
                lease.multipliedBy(3));
        for (LockHandle handle : healthy) {
            ReleaseResult result = handle.release();
            require(
                    result == ReleaseResult.RELEASED,
                    "after 3 leases beside {} renewals that hang the release of '{}' said {}",
                    STUCK,
                    handle.lockName(),
                    result);
        }
        evidence(
                "{} locks were kept for 3 leases of {} ms beside {} renewals that hung",
                HEALTHY,
                lease.toMillis(),
                hanging.arrivals());
    }
}
