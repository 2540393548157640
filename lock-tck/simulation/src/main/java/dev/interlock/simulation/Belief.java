// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.simulation.Steps.What;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A caller's belief that it holds a lock. It begins with the caller's first check and lasts as long as each check
 * promises.
 */
final class Belief {

    /** Longer than the part of a lease on which no client relies. */
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final World world;
    private final SimulatedProcess process;
    private final String client;
    private final LockPart part;
    private final String owner;
    private final SimulatedNetwork network;
    private final long token;
    private final long delayNanos;
    private final long from;
    private long operation = -1;
    private long to;
    private long promised;
    private boolean ended;

    /**
     * A belief that begins now.
     *
     * @param delayMillis the lock delay after a loss
     */
    Belief(World world, SimulatedClient client, String lock, long token, int delayMillis) {
        this.world = world;
        this.client = client.name();
        process = client.process();
        part = LockPart.of(lock);
        this.token = token;
        delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        owner = client.name() + "/" + token;
        network = client.network();
        from = world.schedule().now();
        to = from;
        promised = from;
        client.believes(this);
        world.believes(this);
    }

    private Optional<Proofs.Proof> proof() {
        return network.proofs().of(part, token);
    }

    private String attempt() {
        return proof().map(known -> known.attempt().id().text()).orElse("");
    }

    /** Why the client must no longer believe in this grant, by what was reported before this call; empty if it may. */
    String against() {
        return proof().map(known -> network.reports().against(known.attempt().id()))
                .orElse("");
    }

    /** Extends the belief by the remaining time that the check returns, counted from the start of the check. */
    void prolong(Supplier<Duration> look) {
        long now = world.schedule().now();
        long began = process.monotonic(now);
        Duration remaining = look.get();
        // A thread that was stopped during the check uses its next check: a reading of a stopped clock says nothing
        // about now.
        if (process.pausedUntil() <= now && world.schedule().now() == now) {
            until(began, remaining);
        }
    }

    /** Extends the belief by the remaining time, counted from when the client's clock showed {@code began}. */
    void until(long began, Duration remaining) {
        // By the clock of the client, so that stops of the client do not count.
        proof().ifPresent(known -> {
            long beyond = began + remaining.toNanos() - known.endNanos() + delayNanos;
            if (beyond > 0 && !remaining.isZero()) {
                world.recorder()
                        .violation(owner + " believes to hold '" + part.lock() + "' for " + beyond / 1_000_000
                                + " ms longer than its lease lasts from before its last request was sent");
            }
        });
        long nanos =
                process.timeOf(began + remaining.toNanos()) - world.schedule().now();
        if (ended || remaining.isZero() || nanos <= 0) {
            end();
            return;
        }
        world.recorder()
                .steps()
                .add(What.BELIEVES, part.lock(), attempt(), world.schedule().now() + nanos + delayNanos);
        to = Math.max(to, world.schedule().now() + nanos);
        promised = Math.max(promised, to);
        if (operation < 0) {
            operation = world.recorder().believe(client, part, owner, nanos);
        } else {
            world.recorder().believes(client, operation, part, owner, nanos);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** Ends the belief: the caller knows of the end, or is about to release the lock. */
    void end() {
        if (operation >= 0 && !ended) {
            world.recorder().believedUntilNow(client, operation, part, owner);
            to = world.schedule().now();
        }
        ended = true;
    }

    LockPart part() {
        return part;
    }

    /** The lock, as histories name it. */
    String lock() {
        return part.lock();
    }

    boolean isOf(String process) {
        return client.equals(process);
    }

    /** Whether the belief ended long before the lease, which means that its holder released the lock. */
    boolean isGivenBack() {
        return ended && to < promised - MARGIN_NANOS;
    }

    long token() {
        return token;
    }

    /** Until when the lock delay lasts if the lock was lost at the end of its lease or its cap. */
    long closedUntil() {
        return promised + delayNanos - delayNanos / 100;
    }

    /** Whether any check found that the lock is held. */
    boolean hasBegun() {
        return operation >= 0;
    }

    /** The lock delay after a loss. */
    long delayNanos() {
        return delayNanos;
    }

    long from() {
        return from;
    }

    /** When the belief ended: at {@link #end}, or at the end of its last promise. */
    long to() {
        return to;
    }
}
