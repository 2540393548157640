// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockEvent;
import dev.interlock.simulation.Call.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The checks of a schedule without faults: no caller waits for a free lock, and no listener gets a report of trouble.
 *
 * <p>Of a lock that several may hold: no caller waits long while no part of it is held, no reader is refused because of
 * readers, and no caller is overtaken by a later one that excludes it. Time-outs are not counted: a part that waits for
 * another caller of its client reports none.
 */
final class FaultFreeChecks {

    /** Longer than a poll, a hand-off and the margin of a lease take. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    /** Longer than a caller that waits for several locks keeps some of them from others. */
    private static final long SOME_SECONDS_NANOS = TimeUnit.SECONDS.toNanos(6);

    /** Longer than a hand-off takes where a release wakes the next waiter. */
    private static final long PROMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    /** Longer than a waiter needs to get its place in the store's queue. */
    private static final long IN_LINE_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

    /** Longer than the requests of a step take. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Set<Class<?>> TROUBLE = Set.of(
            LockEvent.Unavailable.class,
            LockEvent.OutcomeUnknown.class,
            LockEvent.RenewalFailed.class,
            LockEvent.RenewalDelayed.class,
            LockEvent.Uncertain.class);

    private final World world;
    private final Director director;
    private final long retentionNanos;
    private final long promptNanos;

    FaultFreeChecks(World world, Director director) {
        this.world = world;
        this.director = director;
        retentionNanos = world.scenario().longestRetentionNanos();
        // A recall and the release that it asks for are two messages more.
        promptNanos = retentionNanos > 0 ? 3 * PROMPT_NANOS : PROMPT_NANOS;
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (world.does(Way.CLOSE)) {
            return findings;
        }
        for (SimulatedClient client : director.clients()) {
            client.events().stream()
                    .filter(event -> TROUBLE.contains(event.getClass()))
                    .forEach(event -> findings.add(client.name() + " got without any fault: " + event));
            long reported = client.events().stream()
                    .filter(event -> event instanceof LockEvent.TimedOut || event instanceof LockEvent.Taken)
                    .count();
            if (client.listens()
                    && reported != client.timeouts()
                    && !world.scenario().hasShares()
                    && !world.does(Way.CANCELLED)
                    && !world.does(Way.AGAIN_AFTER_A_LOSS)) {
                findings.add(client.name() + ": listeners got " + reported + " time-outs of waits, and there were "
                        + client.timeouts());
            }
        }
        // Dropped and cancelled calls leave locks at the store that no caller believes it holds.
        if (!world.does(Way.DROPPED) && !world.does(Way.CANCELLED)) {
            boolean ofSets = world.does(Way.ALL) || world.does(Way.TRY_ALL);
            world.waits().forEach(wait -> addIdle(findings, wait, ofSets ? SOME_SECONDS_NANOS : SOON_NANOS));
            if (!ofSets && !world.does(Way.AGAIN_AFTER_A_LOSS)) {
                world.waits().stream().filter(Wait::isRefused).forEach(wait -> addRefused(findings, wait));
                if (director.isInOrder()) {
                    world.waits().forEach(wait -> addOvertaken(findings, wait));
                }
            }
        }
        return findings;
    }

    /** A caller is refused a lock only if another caller has it, wants it, or has just lost it, or a client retains it. */
    private void addRefused(List<String> findings, Wait wait) {
        if (wait.isOfPartWithin(STEP_NANOS)) {
            // A part is waited for beside its requests, so its limit may end before the first answer.
            return;
        }
        long from = wait.began() - SOON_NANOS;
        boolean met = world.waits().stream()
                        .anyMatch(other -> other != wait
                                && wait.canBeDelayedBy(other)
                                && other.began() <= wait.ended()
                                && other.ended() >= from)
                || world.beliefs().stream()
                        .anyMatch(belief -> wait.canBeDelayedBy(belief.part())
                                && belief.from() <= wait.ended()
                                && belief.to() + belief.delayNanos() + retentionNanos >= from);
        if (!met) {
            findings.add("a caller was refused " + wait.locks() + " at " + wait.ended() / 1_000_000
                    + " ms, and no other caller had or wanted it");
        }
    }

    /** A waiter with a place at the store comes before later requests of other clients. */
    private void addOvertaken(List<String> findings, Wait wait) {
        if (!wait.isGranted() || !isAlone(wait)) {
            return;
        }
        world.waits().stream()
                .filter(later -> later.client() != wait.client() && later.excludes(wait) && later.isGranted())
                .filter(later -> later.began() > wait.began() + IN_LINE_NANOS && later.ended() < wait.ended())
                .filter(this::isAlone)
                .forEach(later -> findings.add(later.client().name() + " asked for " + wait.locks() + " at "
                        + later.began() / 1_000_000 + " ms and had it before "
                        + wait.client().name()
                        + ", which has waited since " + wait.began() / 1_000_000 + " ms"));
    }

    /** No other caller of the same client wants or has the lock, so this waiter has its own place at the store. */
    private boolean isAlone(Wait wait) {
        String client = wait.client().name();
        long from = wait.began() - IN_LINE_NANOS;
        return world.waits().stream()
                        .noneMatch(other -> other != wait
                                && other.client() == wait.client()
                                && other.isLike(wait)
                                && other.began() <= wait.ended()
                                && other.ended() >= from)
                && world.beliefs().stream()
                        .noneMatch(belief -> belief.isOf(client)
                                && wait.locks().contains(belief.lock())
                                && belief.from() < wait.ended()
                                && belief.to() >= from);
    }

    private void addIdle(List<String> findings, Wait wait, long most) {
        long free = wait.began();
        boolean prompt = false;
        for (Belief belief : world.beliefs()) {
            if (!wait.locks().contains(belief.lock())) {
                continue;
            }
            if (belief.from() - free > (prompt ? promptNanos : most) && belief.from() <= wait.ended()) {
                break;
            }
            if (belief.to() + belief.delayNanos() >= free) {
                free = belief.to() + belief.delayNanos();
                prompt = most == SOON_NANOS && director.isInOrder() && belief.isGivenBack();
            }
        }
        if (wait.ended() - free > (prompt ? promptNanos : most)) {
            findings.add("a caller waited for " + wait.locks() + " from " + wait.began() / 1_000_000 + " to "
                    + wait.ended() / 1_000_000 + " ms, and no caller had it from " + free / 1_000_000 + " ms on");
        }
    }
}
