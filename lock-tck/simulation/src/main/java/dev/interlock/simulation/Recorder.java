// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Records a schedule: the history for the checks, a story for people, and plain violations. */
final class Recorder {

    /** The process that injects faults, in histories. */
    private static final String NEMESIS = "nemesis";

    /** What a fault concerns. */
    private static final LockPart ALL = LockPart.exclusive("");

    private final Schedule schedule;
    private final boolean tells;
    private final Steps steps;
    private final List<HistoryEvent> events = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long operations;
    private long troubleAt;

    /**
     * An empty recorder.
     *
     * @param tells whether the story is written; the history is always kept
     */
    Recorder(Schedule schedule, boolean tells) {
        this.schedule = schedule;
        this.tells = tells;
        steps = new Steps(schedule);
    }

    /** The same as the model sees it. */
    Steps steps() {
        return steps;
    }

    /** Begins an operation at the store; returns its number. */
    long invoke(String process, Action action, LockPart part, Attempt attempt, Duration promise) {
        long op = operations++;
        add(process, op, Phase.INVOKE, action, part, attempt.id().text(), 0, promise.toNanos(), "");
        return op;
    }

    void end(
            String process,
            long op,
            Phase phase,
            Action action,
            LockPart part,
            Attempt attempt,
            long token,
            Duration promise,
            String detail) {
        add(process, op, phase, action, part, attempt.id().text(), token, promise.toNanos(), detail);
    }

    /** A client begins to believe that it holds a lock for so long; returns the number of that operation. */
    long believe(String process, LockPart part, String owner, long nanos) {
        long op = operations++;
        add(process, op, Phase.INVOKE, Action.BELIEVE, part, owner, 0, nanos, "");
        return op;
    }

    /** The belief continues. */
    void believes(String process, long op, LockPart part, String owner, long nanos) {
        add(process, op, Phase.NOTE, Action.BELIEVE, part, owner, 0, nanos, "");
    }

    /** The belief ends now. */
    void believedUntilNow(String process, long op, LockPart part, String owner) {
        add(process, op, Phase.OK, Action.BELIEVE, part, owner, 0, 0, "");
    }

    /** A resource accepted a write, or refused it. */
    void effect(String process, LockPart part, String owner, long token, boolean accepted) {
        add(process, operations++, accepted ? Phase.OK : Phase.FAIL, Action.EFFECT, part, owner, token, 0, "");
    }

    /** A fault that has happened by now. */
    void fault(Action action, String target) {
        long op = operations++;
        add(NEMESIS, op, Phase.INVOKE, action, ALL, target, 0, 0, "");
        add(NEMESIS, op, Phase.OK, action, ALL, target, 0, 0, "");
    }

    private void add(
            String process,
            long op,
            Phase phase,
            Action action,
            LockPart part,
            String owner,
            long token,
            long promise,
            String detail) {
        events.add(new HistoryEvent(
                schedule.now(),
                process,
                op,
                phase,
                action,
                part.lock(),
                owner,
                token,
                token == 0 ? 0 : 1,
                promise,
                part.share(),
                detail));
    }

    /** A plain violation. */
    void violation(String what) {
        violations.add(what);
        tell(() -> "WRONG: " + what);
    }

    /** A request goes wrong, or takes effect late. */
    void trouble() {
        troubleAt = schedule.now();
    }

    /** The time of the latest trouble. */
    long troubleAt() {
        return troubleAt;
    }

    List<String> violations() {
        return violations;
    }

    /** A line of the story; its text is built only if the story is requested. */
    void tell(Supplier<String> what) {
        if (tells) {
            story.add(String.format(
                    Locale.ROOT, "%10.3f ms  %-26s %s", schedule.now() / 1e6, schedule.current(), what.get()));
        }
    }

    List<String> story() {
        return story;
    }

    History history() {
        return History.of(events);
    }

    /** The whole history as one number: equal for equal schedules. */
    long fingerprint() {
        return Chance.mix(events.toString().hashCode()) ^ violations.toString().hashCode();
    }

    static String shown(Attempt attempt) {
        return "'" + attempt.name() + "' as " + attempt.id().text().substring(0, 4);
    }

    static String shown(Object outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return "granted with token " + granted.grant().token() + " for "
                    + granted.grant().lease().toMillis() + " ms";
        }
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            return "renewed for " + renewed.lease().toMillis() + " ms";
        }
        return outcome instanceof AcquireOutcome.Contended
                ? "held by another"
                : outcome.getClass().getSimpleName();
    }
}
