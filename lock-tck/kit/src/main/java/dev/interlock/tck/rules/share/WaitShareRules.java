// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capability;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The rule of WAIT about those that leave while they wait for units. */
public abstract class WaitShareRules extends ShareRuleTest {

    private static final int WAITERS = 6;

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_units_that_come_back_signal_none_of_those_who_left() {
        if (!declares(Capability.SHARES) || !signals()) {
            return;
        }
        ShareSteps holder = steps();
        ShareSteps leaver = steps();
        List<Attempt> held = new ArrayList<>();
        List<CompletionStage<?>> signals = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            Grant grant = granted(holder, attempt(name(), longLease()), BOTH);
            held.add(grant.attempt());
            Attempt leaving = attempt(grant.attempt().name().value(), longLease());
            try (Contest contest = leaver.contest(leaving, HALF)) {
                awaitResting(contest);
                signals.add(contest.signal());
            }
            // This request follows all that the contest sent when it was closed.
            leaver.inspect(leaving.name());
        }
        held.forEach(holder::release);
        // A signal that was on its way when its waiter left may still come, so a few do not count.
        never(
                "units that come back signal more than half of " + WAITERS + " waiters that had left",
                () -> signals.stream()
                                .filter(signal -> signal.toCompletableFuture().isDone())
                                .count()
                        > WAITERS / 2,
                Duration.ofMillis(150));
        evidence("{} waiters left, and the units came back", WAITERS);
    }
}
