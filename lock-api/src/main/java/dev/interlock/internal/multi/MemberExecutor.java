// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The executor of acquisitions that are parts of a whole: their steps are run by the steps of the whole, which is woken
 * for each. Thread-safe; {@link #runAll} is called by one thread at a time.
 */
final class MemberExecutor implements Executor {

    private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
    private final Runnable wakeWhole;

    MemberExecutor(Runnable wakeWhole) {
        this.wakeWhole = wakeWhole;
    }

    @Override
    public void execute(Runnable step) {
        steps.add(step);
        wakeWhole.run();
    }

    void runAll() {
        @Nullable Runnable step = steps.poll();
        while (step != null) {
            step.run();
            step = steps.poll();
        }
    }
}
