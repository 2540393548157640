// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.AcquireOptions;
import dev.interlock.LockName;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressBackend;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** How long the holds of each name took. */
@OnState({AdaptiveLeases.class, HoldTimes.class})
final class AdaptiveLeasesStress {

    private AdaptiveLeasesStress() {}

    /** Two holds end, the last two that are missing; one of them is the first of another name as well. */
    @JCStressTest
    @Outcome(id = "true, 3", expect = ACCEPTABLE, desc = "each was counted, and each name is known")
    @Outcome(expect = FORBIDDEN, desc = "a hold was not counted, or a name was forgotten")
    @State
    public static class TwoHoldsEnd {

        private static final LockName ONE = new LockName("one");
        private static final LockName OTHER = new LockName("other");
        private static final EffectiveOptions ASKED = EffectiveOptions.of(
                AcquireOptions.inherited().withAdaptiveLease(Duration.ofMillis(100), Duration.ofHours(1)),
                Defaults.OF_THE_LIBRARY,
                new StressBackend(false).capabilities());

        private final StressMachine machine = new StressMachine();
        private final AdaptiveLeases leases =
                new AdaptiveLeases(machine, new EventDispatcher(machine, new TimerQueue(machine), List.of()));

        public TwoHoldsEnd() {
            for (int i = 0; i < HoldTimes.ENOUGH - 2; i++) {
                leases.ended(StressClient.NAME, Duration.ofMinutes(5).toNanos());
            }
        }

        @Actor
        public void one() {
            leases.ended(StressClient.NAME, Duration.ofMinutes(5).toNanos());
            leases.ended(ONE, 1);
        }

        @Actor
        public void other() {
            leases.ended(StressClient.NAME, Duration.ofMinutes(5).toNanos());
            leases.ended(OTHER, 1);
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r1 = !leases.chosen(StressClient.NAME, ASKED).lease().equals(ASKED.lease());
            result.r2 = leases.size();
        }
    }
}
