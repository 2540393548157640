// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.simulation.Fault.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The state that all participants of a schedule share. */
final class World {

    /**
     * How late an answer may be for other reasons than a stop of the client: two requests, of which each may time out.
     */
    private static final long PATIENCE_NANOS = 3 * Wire.TIMEOUT_NANOS;

    /** The same without faults: an answer may be on its way when the limit ends. */
    private static final long PEACEFUL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Shorter than a close waits. */
    private static final int UNHEARD_MILLIS = 2_000;

    /** Faults that end holds in the store while their holders still believe, as the stores document. */
    private static final Set<Kind> ENDS_HOLDS =
            EnumSet.of(Kind.DATA_LOSS, Kind.TAKEN_AWAY, Kind.FAIL_OVER, Kind.STORE_JUMP, Kind.DISCONNECT);

    /** Faults that stop a client, or one of its threads. */
    private static final Set<Kind> STOPS = EnumSet.of(Kind.PAUSE, Kind.SLEEP, Kind.STALL);

    private final Schedule schedule;
    private final Recorder recorder;
    private final Scenario scenario;
    private final Guarded resource;
    private final List<Wait> waits = new ArrayList<>();
    private final List<Belief> beliefs = new ArrayList<>();

    World(Schedule schedule, Recorder recorder, Scenario scenario) {
        this.schedule = schedule;
        this.recorder = recorder;
        this.scenario = scenario;
        resource = new Guarded(recorder);
    }

    Schedule schedule() {
        return schedule;
    }

    Recorder recorder() {
        return recorder;
    }

    Scenario scenario() {
        return scenario;
    }

    Guarded resource() {
        return resource;
    }

    List<Wait> waits() {
        return waits;
    }

    void believes(Belief belief) {
        beliefs.add(belief);
    }

    /** In the order in which they began. */
    List<Belief> beliefs() {
        return beliefs;
    }

    Wait waits(SimulatedClient client, List<String> names, int limitMillis) {
        names.forEach(client::asks);
        Wait wait = new Wait(this, client, names, TimeUnit.MILLISECONDS.toNanos(limitMillis));
        waits.add(wait);
        return wait;
    }

    /** How late an answer may be: a stopped client cannot receive it. */
    long patienceNanos(SimulatedClient client) {
        if (scenario.faults().isEmpty()) {
            return PEACEFUL_NANOS;
        }
        long stopped = scenario.faults().stream()
                .filter(fault -> STOPS.contains(fault.kind()))
                .mapToLong(Fault::millis)
                .sum();
        return PATIENCE_NANOS + TimeUnit.MILLISECONDS.toNanos(stopped);
    }

    /** The same for a caller that needs the answer of a driver that hangs. */
    long patienceOfCallersNanos(SimulatedClient client) {
        long hanging = scenario.faults().stream()
                .filter(fault -> fault.kind() == Kind.REQUEST && fault.fate() == Fate.HANGS)
                .count();
        return patienceNanos(client) + hanging * Wire.HANGS_NANOS;
    }

    /** Whether any caller acquires a lock in that way. */
    boolean does(Call.Way way) {
        return scenario.clients().stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .anyMatch(call -> call.way() == way);
    }

    /** Whether a client may close while a part of it stands still for so long that its listeners miss the rest. */
    boolean mayEndUnheard() {
        return (does(Call.Way.CLOSE) || does(Call.Way.DROPPED))
                && scenario.faults().stream()
                        .anyMatch(fault -> fault.millis() > UNHEARD_MILLIS || fault.fate() == Fate.HANGS);
    }

    /** A wait that only the lock, or a fault, ends. */
    boolean isForEver(Call call) {
        return call.isPatient() && !does(Call.Way.DROPPED);
    }

    /** Records a violation if there are no faults that explain this. */
    void mayFail(String what, SimulatedClient client) {
        if (scenario.faults().isEmpty() && !client.isClosing()) {
            recorder.violation(what + ", and nothing went wrong");
        }
    }

    /** Records a violation if no stop of the client explains this. */
    void mayBeLess(String what) {
        if (scenario.faults().stream().allMatch(fault -> fault.kind() == Kind.REQUEST)) {
            recorder.violation(what);
        }
    }

    /** Whether at most one fault happens, of a request or of a connection. */
    boolean isNearlySound() {
        return scenario.faults().size() <= 1
                && scenario.faults().stream()
                        .allMatch(fault -> fault.kind() == Kind.REQUEST || fault.kind() == Kind.DOUBT);
    }

    /** The longest lock delay after a loss. */
    long longestDelayNanos() {
        return TimeUnit.MILLISECONDS.toNanos(scenario.clients().stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .mapToInt(Call::delay)
                .max()
                .orElse(0));
    }

    /** Whether a client may close, or drop a hold, so soon after a loss that no client releases the lock. */
    boolean mayStayClosed() {
        return longestDelayNanos() > 0 && (does(Call.Way.CLOSE) || does(Call.Way.DROPPED));
    }

    /** Whether the only faults are locks that are taken out of the store. */
    boolean onlyTakesAway() {
        return scenario.faults().stream().allMatch(fault -> fault.kind() == Kind.TAKEN_AWAY);
    }

    /** Whether holds may end in the store while their holders still believe. */
    boolean endsHolds() {
        return scenario.faults().stream().anyMatch(fault -> ENDS_HOLDS.contains(fault.kind()));
    }

    /** Records a violation if no end of holds in the store explains this. */
    void mayBeRefused(String what) {
        if (!endsHolds()) {
            recorder.violation(what);
        }
    }

    /** Runs a task on a thread of the client after a while, unless it is cancelled before. */
    Runnable later(SimulatedClient client, int millis, Runnable task) {
        boolean[] wanted = {true};
        schedule.spawn("later", client.process(), () -> {
            schedule.rest(TimeUnit.MILLISECONDS.toNanos(millis));
            if (wanted[0]) {
                task.run();
            }
        });
        return () -> wanted[0] = false;
    }
}
