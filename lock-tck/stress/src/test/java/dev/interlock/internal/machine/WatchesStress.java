// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The watches over objects that may be dropped. */
@OnState(Watches.class)
final class WatchesStress {

    private WatchesStress() {}

    /** A hold ends its watch while the object is found to be dropped. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "what follows is done once, and nothing is kept")
    @Outcome(expect = FORBIDDEN, desc = "it is done twice, or never, or the watch is kept")
    @State
    public static class EndAgainstReport {

        private final Watches watches = new Watches(task -> {}, 1);
        private final AtomicInteger done = new AtomicInteger();
        private final Object watched = new Object();
        private final Cleaner.Cleanable watch = watches.begin(watched, done::incrementAndGet);

        @Actor
        public void end() {
            watch.clean();
        }

        @Actor
        public void report() {
            watch.clean();
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = done.get();
            result.r2 = watches.size();
        }
    }
}
