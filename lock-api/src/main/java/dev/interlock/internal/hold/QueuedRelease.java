// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.internal.machine.Droppable;
import dev.interlock.internal.machine.TimerQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The releases of one hold, or of a set, that wait for a thread. They are sent once, or left to the background because no
 * thread came in time or the client was closed. Thread-safe.
 */
final class QueuedRelease implements Droppable {

    /** Empty once it is decided what becomes of them, so that a task without a thread keeps no hold. */
    private final AtomicReference<@Nullable List<Release>> waiting;

    private final Consumer<List<Release>> send;
    private final TimerQueue timers;
    private volatile TimerQueue.@Nullable Entry limit;

    QueuedRelease(List<Release> requests, Consumer<List<Release>> send, TimerQueue timers) {
        waiting = new AtomicReference<>(requests);
        this.send = send;
        this.timers = timers;
    }

    /** Sets the time until which they wait for a thread; before the first of them can come. */
    void expireAt(long dueNanos) {
        limit = timers.at(
                dueNanos,
                () -> leave("no release thread of the client came free within " + ReleaseQueue.BOUND.toMillis()
                        + " ms: all of them wait for the store"));
    }

    @Override
    public void run() {
        List<Release> mine = waiting.getAndSet(null);
        if (mine != null) {
            timers.cancel(limit);
            send.accept(mine);
        }
    }

    @Override
    public void drop() {
        timers.cancel(limit);
        leave("the client was closed before the store was asked");
    }

    private void leave(String reason) {
        List<Release> mine = waiting.getAndSet(null);
        if (mine != null) {
            mine.forEach(release -> release.leave(reason));
        }
    }
}
