// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import dev.interlock.LockClock;
import dev.interlock.tck.context.StandaloneContext;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clock of this machine, which stops a step at one of the step's own readings. Backends read it before each of their
 * requests, so the step stops between two of them. Thread-safe.
 */
public final class StoppingClock implements LockClock {

    private final LockClock real = new StandaloneContext().clock();
    private final Map<Thread, Stop> stops = new ConcurrentHashMap<>();

    private static final class Stop {
        private final StepGate gate;
        private int readings;

        Stop(int readings, StepGate gate) {
            this.readings = readings;
            this.gate = gate;
        }
    }

    /**
     * Runs a step on this thread.
     *
     * @param reading at which of its readings it stops until the gate is open, from 1; it does not stop if it has fewer
     */
    public <T> T stopping(int reading, StepGate gate, Callable<T> step) throws Exception {
        stops.put(Thread.currentThread(), new Stop(reading, gate));
        try {
            return step.call();
        } finally {
            stops.remove(Thread.currentThread());
        }
    }

    @Override
    public long nanoTime() {
        Stop stop = stops.get(Thread.currentThread());
        if (stop != null && --stop.readings == 0) {
            stop.gate.pass();
        }
        return real.nanoTime();
    }

    @Override
    public long wallMillis() {
        return real.wallMillis();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return real.schedule(delayNanos, task);
    }
}
