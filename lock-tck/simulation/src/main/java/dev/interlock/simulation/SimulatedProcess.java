// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/**
 * A process with a clock of its own, which runs slightly fast or slow. It can be stopped, alone or with its whole
 * machine. Times are nanoseconds; those of the schedule are real in the simulated world.
 */
final class SimulatedProcess implements EventLoop.Clock {

    private static final long PPM = 1_000_000;

    private final String name;
    private final long offset;
    private final long ratePpm;
    private long pausedUntil;
    private long sleepFrom = SimulatedThread.NEVER;
    private long sleepNanos;
    private long wallJumpNanos;
    private long nextStallsUntil;

    SimulatedProcess(String name, long offset, long ratePpm) {
        this.name = name;
        this.offset = offset;
        this.ratePpm = ratePpm;
    }

    String name() {
        return name;
    }

    long pausedUntil() {
        return pausedUntil;
    }

    /** None of its threads runs until then; its clocks go on. */
    void pauseUntil(long time) {
        pausedUntil = Math.max(pausedUntil, time);
    }

    /**
     * The same, and its monotonic clock stands still meanwhile. From the second time on it only stops. Returns whether
     * its clock stands still.
     */
    boolean sleep(long now, long nanos) {
        pauseUntil(now + nanos);
        boolean first = sleepFrom == SimulatedThread.NEVER;
        if (first) {
            sleepFrom = now;
            sleepNanos = nanos;
        }
        return first;
    }

    /** The next of its threads that runs stands still until then. */
    void stallNextUntil(long time) {
        nextStallsUntil = time;
    }

    /** Until when the thread that runs stands still; a time in the past if it does not. */
    long takeStall() {
        long until = nextStallsUntil;
        if (until != 0) {
            nextStallsUntil = 0;
        }
        return until;
    }

    /** Its wall clock is set. */
    void jump(long nanos) {
        wallJumpNanos += nanos;
    }

    /** The value of its monotonic clock at a time. */
    long monotonic(long time) {
        long awake = time - Math.max(0, Math.min(time - sleepFrom, sleepNanos));
        // In one division: in whole millionths, a slow clock would go back a little at each of them.
        return offset + awake + Math.floorDiv(awake * ratePpm, PPM);
    }

    long wallMillis(long time) {
        return (time + wallJumpNanos) / 1_000_000;
    }

    /** The first time at which its monotonic clock shows at least that. */
    @Override
    public long timeOf(long monotonic) {
        long awake = monotonic - offset;
        long time = awake - Math.floorDiv(awake * ratePpm, PPM);
        if (time > sleepFrom) {
            time += sleepNanos;
        }
        while (monotonic(time) < monotonic) {
            time += Math.max(1, (monotonic - monotonic(time)) / 2);
        }
        return time;
    }

    @Override
    public int changes() {
        return sleepFrom == SimulatedThread.NEVER ? 0 : 1;
    }
}
