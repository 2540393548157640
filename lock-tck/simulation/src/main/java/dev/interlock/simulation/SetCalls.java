// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The calls of a caller with sets of locks. */
final class SetCalls {

    /** Longer than the release of the rest of a set takes. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1_300);

    private final World world;
    private final SimulatedClient client;
    private final Caller caller;
    private final WorkUnderLock work;

    SetCalls(World world, SimulatedClient client, Caller caller, WorkUnderLock work) {
        this.world = world;
        this.client = client;
        this.caller = caller;
        this.work = work;
    }

    void acquire(Call call) throws InterruptedException {
        MultiLock locks = client.lockAll(call.set());
        if (call.way() == Call.Way.ALL) {
            hold(call, caller.timed(call, call.limit(), () -> locks.acquire(caller.options(call))));
            return;
        }
        Optional<MultiLockHandle> tried = caller.timed(call, 0, locks::tryAcquire);
        if (tried.isPresent()) {
            hold(call, tried.get());
        } else {
            client.timedOut();
        }
    }

    private void hold(Call call, MultiLockHandle handle) {
        if (!handle.fencingTokens().keySet().containsAll(call.set())) {
            world.recorder()
                    .violation(client.name() + " asked for " + call.set() + " and has " + handle.fencingTokens());
        }
        List<Belief> beliefs = new ArrayList<>();
        handle.fencingTokens()
                .forEach((lock, token) -> beliefs.add(new Belief(world, client, lock, token, caller.delay(call))));
        look(handle, beliefs);
        world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
        look(handle, beliefs);
        beliefs.forEach(Belief::end);
        lookForRest(call, handle);
        ReleaseResult result = handle.release();
        if (handle.release() != result) {
            world.recorder()
                    .violation(client.name() + " got " + result + ", and from the second release of " + call.set()
                            + " something else");
        }
    }

    /** When one lock of a set is lost, the client releases the others by itself. */
    private void lookForRest(Call call, MultiLockHandle handle) {
        if (handle.state() != HandleState.LOST || caller.delay(call) > 0 || !world.onlyTakesAway()) {
            return;
        }
        world.schedule().rest(SOON_NANOS);
        handle.fencingTokens()
                .forEach((lock, token) -> client.inspect(lock)
                        .filter(holder -> holder.fencingToken() == token && !isReleased(lock, token))
                        .ifPresent(holder -> world.recorder()
                                .violation(client.name() + " lost a set, and still keeps '" + lock + "' of it")));
    }

    /** The lock may have gone by hand-off to another caller of the client, of which the store has no record. */
    private boolean isReleased(String lock, long token) {
        return client.events().stream()
                .anyMatch(event -> event instanceof LockEvent.Released released
                        && released.lockName().equals(lock)
                        && released.fencingToken() == token);
    }

    private void look(MultiLockHandle handle, List<Belief> beliefs) {
        long began = client.process().monotonic(world.schedule().now());
        List<String> against = beliefs.stream()
                .map(Belief::against)
                .filter(why -> !why.isEmpty())
                .toList();
        boolean held = handle.state() == HandleState.HELD;
        if (held && !against.isEmpty()) {
            world.recorder().violation(client.name() + " holds a set although " + against);
        }
        Duration remaining = held ? handle.remaining() : Duration.ZERO;
        beliefs.forEach(belief -> belief.until(began, remaining));
        if (held && beliefs.stream().noneMatch(Belief::hasEnded)) {
            handle.fencingTokens().forEach((lock, token) -> work.write(LockPart.exclusive(lock), token));
        }
    }
}
