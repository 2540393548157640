// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.simulation.Steps.What;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A caller that works under a lock: it checks its hold repeatedly, records its belief, and releases the lock. */
final class WorkUnderLock {

    /** How often a holder checks its hold. */
    private static final long LOOK_NANOS = 150_000_000;

    /** The longest lease that a caller requests. */
    private static final int MOST_MILLIS = 9_000;

    /** A lease that outlasts two requests without an answer. */
    private static final int LASTING_MILLIS = 6_000;

    /** One in this many callers also checks how its hold looks to others. */
    private static final int INSPECTED_PART = 4;

    private final World world;
    private final SimulatedClient client;
    private final Caller caller;
    private final String name;

    WorkUnderLock(World world, SimulatedClient client, Caller caller, String name) {
        this.world = world;
        this.client = client;
        this.caller = caller;
        this.name = name;
    }

    void hold(Call call, LockHandle handle) {
        Hold hold = client.watch(handle);
        use(call, handle, hold);
        if (call.way() != Call.Way.DROPPED) {
            ReleaseResult result = call.way() == Call.Way.ASYNC ? releasedAsync(handle) : handle.release();
            world.recorder().tell(() -> name + " released '" + call.name() + "': " + result);
            hold.released(result, client.network());
            releaseAgain(handle, result);
        }
    }

    private ReleaseResult releasedAsync(LockHandle handle) {
        CompletableFuture<ReleaseResult> releasing = handle.releaseAsync();
        if (handle.state() != HandleState.RELEASED && handle.state() != HandleState.LOST) {
            world.recorder().violation(name + " released, and its hold is " + handle.state());
        }
        world.schedule().blockUninterruptibly(releasing::isDone, () -> SimulatedThread.NEVER);
        return releasing.join();
    }

    /** The result of a release does not change afterwards. */
    private void releaseAgain(LockHandle handle, ReleaseResult result) {
        if (handle.release() != result) {
            world.recorder().violation(name + " got " + result + ", and from the second release something else");
        }
        if (handle.renew(Duration.ofMillis(LASTING_MILLIS)) != RenewResult.NOT_HELD) {
            world.recorder().violation(name + " could renew what it had given back");
        }
        closeAgain(handle, result);
    }

    /** A close says that the lock was lost if the release said so, and else returns. */
    private void closeAgain(LockHandle handle, ReleaseResult result) {
        boolean lost = false;
        try {
            handle.close();
        } catch (LockLostException e) {
            lost = true;
        }
        if (lost != (result == ReleaseResult.NOT_HELD)) {
            world.recorder()
                    .violation(name + " released with " + result + ", and close() "
                            + (lost ? "says that the lock was lost" : "returns as if nothing had happened"));
        }
    }

    void use(Call call, LockHandle handle, Hold hold) {
        Belief belief = new Belief(world, client, handle.lockName(), handle.fencingToken(), caller.delay(call));
        hold.believed(belief);
        long begun = client.process().monotonic(world.schedule().now());
        boolean byHand = call.way() == Call.Way.RENEWED_BY_HAND;
        // A tenth of its lease is left then.
        int millis = byHand && call.extra() % 2 == 1 && !call.renewed() ? call.lease() * 9 / 10 : call.hold();
        long end = world.schedule().now() + TimeUnit.MILLISECONDS.toNanos(millis);
        look(call, hold, belief);
        if (call.extra() % INSPECTED_PART == 0) {
            inspect(hold, belief);
        }
        if (byHand && call.extra() % 2 == 0) {
            renew(call, handle);
        }
        if (call.renewed() && !call.isCapped() && call.lease() >= LASTING_MILLIS) {
            hold.lasts();
        }
        while (world.schedule().now() < end) {
            world.schedule().rest(Math.min(LOOK_NANOS, end - world.schedule().now()));
            look(call, hold, belief);
            long held = client.process().monotonic(world.schedule().now()) - begun;
            boolean beyond = held > TimeUnit.MILLISECONDS.toNanos(call.cap()) * 101 / 100;
            if (call.isCapped() && beyond && handle.state() == HandleState.HELD) {
                world.recorder()
                        .violation(name + " holds '" + call.name() + "' beyond its cap of " + call.cap() + " ms");
            }
        }
        if (byHand && call.extra() % 2 == 1) {
            renew(call, handle);
        }
        belief.end();
    }

    private void renew(Call call, LockHandle handle) {
        Duration lease = Duration.ofMillis(Math.min(call.lease() * 2L, MOST_MILLIS));
        if (handle.renew(lease) == RenewResult.RENEWED) {
            // The request may have taken as long as a driver waits.
            Duration least = lease.minus(lease.dividedBy(20)).minus(Duration.ofNanos(Wire.TIMEOUT_NANOS));
            if (handle.remaining().compareTo(least) < 0) {
                world.mayBeLess(name + " renewed for " + lease.toMillis() + " ms and has "
                        + handle.remaining().toMillis() + " ms left");
            }
        }
    }

    /** Compares the public view of a holder with its hold. */
    private void inspect(Hold hold, Belief belief) {
        LockHandle handle = hold.handle();
        if (!SimulatedClient.shows(hold.part())) {
            return;
        }
        List<Holder> seen;
        try {
            seen = client.holders(hold.part());
        } catch (LockException e) {
            caller.threw(e);
            world.mayFail(name + " got " + e, client);
            return;
        }
        if (belief.hasEnded() || handle.state() != HandleState.HELD || world.endsHolds()) {
            return;
        }
        Optional<Proofs.Proof> proof = client.network().proofs().of(hold.part(), handle.fencingToken());
        boolean isShown = proof.isPresent()
                && seen.stream()
                        .filter(holder -> holder.fencingToken() == proof.get().token())
                        .filter(holder ->
                                holder.remaining().orElse(Duration.ZERO).toMillis() < 2 * MOST_MILLIS)
                        .filter(holder -> holder.hint().equals(Optional.of(client.name())))
                        .findAny()
                        .isPresent();
        if (!isShown) {
            world.recorder()
                    .violation(name + " holds '" + handle.lockName() + "' by " + proof + ", and is seen as " + seen);
        }
        if (!seen.stream()
                .map(Holder::fencingToken)
                .sorted()
                .toList()
                .equals(seen.stream().map(Holder::fencingToken).toList())) {
            world.recorder().violation(name + " sees holders in another order than that of their grants: " + seen);
        }
    }

    private void look(Call call, Hold hold, Belief belief) {
        LockHandle handle = hold.handle();
        long began = world.schedule().now();
        String against = belief.against();
        HandleState before = handle.state();
        if (world.schedule().now() != began) {
            // A thread that was stopped during the check repeats it.
            look(call, hold, belief);
            return;
        }
        if (hold.staysUncertain(before, world.schedule().now())
                && call.renewed()
                && world.isNearlySound()
                && !client.isClosing()) {
            world.recorder().violation(name + " has doubted " + hold + " for long, and it could have been renewed");
        }
        if (before == HandleState.HELD && !against.isEmpty()) {
            world.recorder().violation(name + " holds '" + handle.lockName() + "' although " + against);
        }
        if (before != HandleState.HELD) {
            belief.end();
            if (passes(handle, Duration.ZERO) && handle.state() == before) {
                world.recorder().violation(name + " passes its check although its hold is " + before);
            }
            return;
        }
        belief.prolong(handle::remaining);
        // If the thread was stopped between the check and the write, the resource would rightly refuse its token.
        if (!belief.hasEnded() && world.schedule().now() == began) {
            write(hold.part(), handle.fencingToken());
        }
        if (passes(handle, Duration.ofMillis(2 * MOST_MILLIS))) {
            world.recorder().violation(name + " gets a remaining time longer than any lease");
        }
    }

    private static boolean passes(LockHandle handle, Duration atLeast) {
        try {
            handle.ensureHeld(atLeast);
            return true;
        } catch (LockLostException e) {
            return false;
        }
    }

    void write(LockPart part, long token) {
        boolean accepted = world.resource().use(part, name, token);
        String attempt = client.network()
                .proofs()
                .of(part, token)
                .map(known -> known.attempt().id().text())
                .orElse("");
        world.recorder().steps().add(accepted ? What.WRITES : What.IS_KEPT_OUT, part.lock(), attempt, 0);
        if (!accepted) {
            world.mayBeRefused(name + " holds '" + part.lock() + "', and its token " + token + " was refused");
        }
    }
}
