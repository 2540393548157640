// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.AbstractThread;
import org.openjdk.jcstress.infra.runners.CounterThread;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.util.Counter;

/**
 * One stress test in this process. The command line of jcstress starts a JVM for each test and probes two dozen flags
 * before, which takes longer than the short run may last.
 */
final class ShortRun {

    private static final int MILLIS = Integer.getInteger("interlock.stress.millis", 300);

    /** The actors wait for each other before each state: they are too unlike each other to keep abreast by themselves. */
    private static final int STRIDE = 1;

    /** How many states are made at a time. */
    private static final int STRIDES = 32;

    /** An actor that waits for the other leaves the core to it, or a machine with busy cores would do nothing else. */
    private static final SpinLoopStyle WAIT = SpinLoopStyle.THREAD_YIELD;

    /** Only for runs that try how many states fit. */
    private static final int FOOTPRINT_MB = 64;

    private static final long POLL_MILLIS = 100;

    private final TestInfo test;

    ShortRun(TestInfo test) {
        this.test = test;
    }

    /** How often each result was seen. */
    Map<String, Long> results() throws Exception {
        List<? extends CounterThread<?>> actors = runner().internalRun();
        awaitAll(actors);
        Map<String, Long> results = new TreeMap<>();
        actors.forEach(actor -> add(actor.result(), results));
        return results;
    }

    /** Looks at all of them in turn: when one has failed, the others wait for it for ever. */
    private static void awaitAll(List<? extends AbstractThread> actors) throws InterruptedException {
        boolean some = true;
        while (some) {
            some = false;
            for (AbstractThread actor : actors) {
                actor.join(POLL_MILLIS);
                Throwable failure = actor.throwable();
                if (failure != null) {
                    throw new IllegalStateException(actor.getName() + " failed", failure);
                }
                some |= actor.isAlive();
            }
        }
    }

    private static <R> void add(Counter<R> counter, Map<String, Long> results) {
        counter.elementSet().forEach(one -> results.merge(one.toString(), counter.count(one), Long::sum));
    }

    /** What the test says of a result. */
    StateCase graded(String result) {
        return test.cases().stream()
                .filter(one -> one.matches(result))
                .findFirst()
                .orElse(test.unmatched());
    }

    private Runner<?> runner() throws Exception {
        return Class.forName(test.generatedRunner())
                .asSubclass(Runner.class)
                .getConstructor(ForkedTestConfig.class)
                .newInstance(config());
    }

    /** By the form in which jcstress sends it to its JVMs: there is no other way to make one without its command line. */
    private ForkedTestConfig config() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream form = new DataOutputStream(bytes);
        form.writeInt(List.of(SpinLoopStyle.values()).indexOf(WAIT));
        form.writeInt(MILLIS);
        form.writeInt(1);
        form.writeUTF(test.generatedRunner());
        form.writeInt(FOOTPRINT_MB);
        form.writeInt(STRIDE);
        form.writeInt(STRIDES);
        form.writeBoolean(false);
        return new ForkedTestConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
