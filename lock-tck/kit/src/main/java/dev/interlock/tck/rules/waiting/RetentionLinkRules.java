// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rules of RET about an owner whose connections break. */
public abstract class RetentionLinkRules extends ClientRuleTest {

    private static final int OUTAGES = 3;
    private static final Duration TO_HEAR = Duration.ofMillis(500);

    /** However short the outage was: the request came while the owner could not hear of it. */
    @Test
    @Proves(Rule.RET_1)
    void RET_1_an_owner_learns_what_it_may_have_missed_in_an_outage() {
        FaultLink link = link();
        if (!declares(Capability.RECALLS)) {
            return;
        }
        StandaloneContext told = new StandaloneContext();
        LockBackend owner = started(link.openBackend(), told);
        LockBackend other = backend();
        for (int i = 0; i < OUTAGES; i++) {
            awaitRecalls(owner, told, other);
            Attempt owned = attempt(name(), longLease()).withRecall();
            await("'" + owned.name() + "' is granted", () -> owner.tryAcquire(owned) instanceof AcquireOutcome.Granted);
            int missed = told.missedRecalls();
            link.cut();
            AcquireOutcome outcome = other.tryAcquire(attempt(owned.name().value(), longLease()));
            link.heal();
            if (outcome instanceof AcquireOutcome.Granted) {
                evidence("the hold ended with the connection of its owner");
                return;
            }
            await(
                    "the owner of '" + owned.name()
                            + "' is told that another client asked for it during an outage, or that it may have missed that",
                    () -> told.wanted().contains(owned.id())
                            || told.lost().contains(owned.id())
                            || told.missedRecalls() > missed,
                    patience().multipliedBy(2));
        }
        evidence("told each time in {} outages", OUTAGES);
    }

    /** A backend may have to connect first to hear of others, and need a moment for that. */
    private void awaitRecalls(LockBackend owner, StandaloneContext told, LockBackend other) {
        await("an owner is told that another client asks for its lock", () -> {
            Attempt owned = attempt(name(), longLease()).withRecall();
            if (!(owner.tryAcquire(owned) instanceof AcquireOutcome.Granted)) {
                return false;
            }
            int missed = told.missedRecalls();
            other.tryAcquire(attempt(owned.name().value(), longLease()));
            return Awaiter.holdsWithin(() -> told.wanted().contains(owned.id()), Awaiter.stretched(TO_HEAR))
                    && told.missedRecalls() == missed;
        });
    }
}
