// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.RecordedClients;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of EXP about leases that a restart of the store may end. */
abstract class ExpiryRestartRules extends ClientRuleTest {

    @Test
    @Proves(Rule.EXP_4)
    @ResourceLock(RuleTest.STORE)
    void EXP_4_a_restart_of_the_store_keeps_the_lock_or_is_shown_to_lose_it() throws Exception {
        Runnable restart = restart();
        recorded(clients -> restarted(clients, restart));
    }

    private void restarted(RecordedClients clients, Runnable restart) throws InterruptedException {
        String name = name();
        Party holder = party(clients, "holder", fixture().openForRestart());
        LockHandle held = holder.recorded()
                .holds(hold(holder.client(), name, unrenewed(fixture().restartLease())));
        clients.inject(Action.RESTART, restart);
        Party rival = party(clients, "rival", fixture().openBackend());
        HandleState believed = held.state();
        Optional<LockHandle> next = tryAcquire(rival.client(), name, unrenewed(longLease()));
        next.ifPresent(rival.recorded()::holds);
        boolean granted = next.isPresent();
        Duration left = held.remaining();
        boolean declared = capabilities().has(Capability.SURVIVES_RESTART);
        require(
                !(declared && granted),
                "SURVIVES_RESTART is declared, but after a restart '{}' was granted to another with {} left",
                name,
                held.remaining());
        require(
                declared || granted,
                "SURVIVES_RESTART is not declared, but '{}' was still held after a restart: declare it",
                name);
        evidence(declared ? "a held lock survived a restart" : "a restart lost a held lock, as declared");
        foundAfterRestart(granted, believed, left.toMillis());
    }

    private void foundAfterRestart(boolean granted, HandleState believed, long leftMillis) {
        found(
                Situation.SERVER_RESTARTED,
                !granted,
                granted
                        ? "The store had forgotten the lock: another client was granted it within the lease of its "
                                + "holder."
                        : "The store still had the lock: another client was refused.");
        if (!granted) {
            found(Situation.BELIEF_STORE_RESTARTED, true, "Nobody else was granted the lock of the one who held it.");
        } else if (believed == HandleState.HELD) {
            found(
                    Situation.BELIEF_STORE_RESTARTED,
                    false,
                    "Another client was granted the lock of one who believed to hold it: {} ms of its lease were left.",
                    leftMillis);
        } else {
            found(
                    Situation.BELIEF_STORE_RESTARTED,
                    true,
                    "The holder no longer relied on the lock before another client was granted it: it was {}.",
                    believed);
        }
    }
}
