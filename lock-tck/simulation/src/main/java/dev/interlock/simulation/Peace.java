// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockEvent;
import dev.interlock.simulation.Call.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What must be so where nothing goes wrong: nobody waits for a lock that nobody has, and nobody hears of trouble. */
final class Peace {

    /** Longer than a poll, a hand-over and the margin of a lease take. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    private static final Set<Class<?>> TROUBLE = Set.of(
            LockEvent.Unavailable.class,
            LockEvent.OutcomeUnknown.class,
            LockEvent.RenewalFailed.class,
            LockEvent.RenewalDelayed.class,
            LockEvent.Uncertain.class);

    private final World world;
    private final Director director;

    Peace(World world, Director director) {
        this.world = world;
        this.director = director;
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (world.does(Way.CLOSE)) {
            return findings;
        }
        for (SimulatedClient client : director.clients()) {
            client.events().stream()
                    .filter(event -> TROUBLE.contains(event.getClass()))
                    .forEach(event -> findings.add(client.name() + " heard in peace: " + event));
            long told = client.events().stream()
                    .filter(LockEvent.TimedOut.class::isInstance)
                    .count();
            if (told != client.timeouts() && !world.does(Way.CANCELLED) && !world.does(Way.AGAIN_AFTER_A_LOSS)) {
                findings.add(client.name() + ": listeners heard of " + told + " waits in vain, and there were "
                        + client.timeouts());
            }
        }
        // Of these the store has what nobody believes to hold.
        if (!world.does(Way.ALL) && !world.does(Way.DROPPED) && !world.does(Way.CANCELLED)) {
            world.waits().forEach(wait -> addIdle(findings, wait));
        }
        return findings;
    }

    private void addIdle(List<String> findings, Wait wait) {
        long free = wait.began();
        for (Belief belief : world.beliefs()) {
            if (!belief.lock().equals(wait.lock())) {
                continue;
            }
            if (belief.from() - free > SOON_NANOS && belief.from() <= wait.ended()) {
                break;
            }
            free = Math.max(free, belief.to());
        }
        if (wait.ended() - free > SOON_NANOS) {
            findings.add("somebody waited for '" + wait.lock() + "' from " + wait.began() / 1_000_000 + " to "
                    + wait.ended() / 1_000_000 + " ms, and nobody had it from " + free / 1_000_000 + " ms on");
        }
    }
}
