// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** That a caller believes to hold a lock, from its first look at it on, for as long as each look promises. */
final class Belief {

    /** Longer than the part of a lease on which no client relies. */
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final World world;
    private final SimulatedProcess process;
    private final String client;
    private final String lock;
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
     * @param delayMillis how long the lock stays closed after a loss
     */
    Belief(World world, SimulatedClient client, String lock, long token, int delayMillis) {
        this.world = world;
        this.client = client.name();
        process = client.process();
        this.lock = lock;
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
        return network.proofs().of(lock, token);
    }

    /** Why nobody may believe in it from before now on; empty if that is all right. */
    String against() {
        return proof().map(known -> network.reports().against(known.attempt().id()))
                .orElse("");
    }

    /** It believes for so long from the moment on at which it began to look. */
    void prolong(Supplier<Duration> look) {
        long now = world.schedule().now();
        long began = process.monotonic(now);
        Duration remaining = look.get();
        // Who was stopped while it looked goes by what it will see next: a clock that stood still tells nothing of now.
        if (process.pausedUntil() <= now && world.schedule().now() == now) {
            until(began, remaining);
        }
    }

    /** It believes for so long from when its clock showed that. */
    void until(long began, Duration remaining) {
        // By the clock of the client, so that nothing that stops it counts.
        proof().ifPresent(known -> {
            long beyond = began + remaining.toNanos() - known.endNanos() + delayNanos;
            if (beyond > 0 && !remaining.isZero()) {
                world.recorder()
                        .violation(owner + " believes to hold '" + lock + "' for " + beyond / 1_000_000
                                + " ms longer than its lease lasts from before its last request was sent");
            }
        });
        long nanos =
                process.timeOf(began + remaining.toNanos()) - world.schedule().now();
        if (ended || remaining.isZero() || nanos <= 0) {
            end();
            return;
        }
        to = Math.max(to, world.schedule().now() + nanos);
        promised = Math.max(promised, to);
        if (operation < 0) {
            operation = world.recorder().believe(client, lock, owner, nanos);
        } else {
            world.recorder().believes(client, operation, lock, owner, nanos);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** It knows better, or is about to give the lock back. */
    void end() {
        if (operation >= 0 && !ended) {
            world.recorder().believedUntilNow(client, operation, lock, owner);
            to = world.schedule().now();
        }
        ended = true;
    }

    String lock() {
        return lock;
    }

    boolean isOf(String who) {
        return client.equals(who);
    }

    /** Whether it ended long before the lease did: so its holder gave the lock back. */
    boolean isGivenBack() {
        return ended && to < promised - MARGIN_NANOS;
    }

    long token() {
        return token;
    }

    /** Until when the lock stays closed if it was lost at the end of its lease, or of what it may be held. */
    long closedUntil() {
        return promised + delayNanos - delayNanos / 100;
    }

    /** Whether any look said that the lock is held. */
    boolean hasBegun() {
        return operation >= 0;
    }

    /** How long it stays closed after a loss. */
    long delayNanos() {
        return delayNanos;
    }

    long from() {
        return from;
    }

    /** When it was over: as it said, or by its last promise. */
    long to() {
        return to;
    }
}
