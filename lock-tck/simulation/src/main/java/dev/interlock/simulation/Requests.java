// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.simulation.Message.Kind;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The requests that one client sends, and their entries in the history. */
final class Requests {

    private final Recorder recorder;
    private final String process;
    private final Traffic traffic;
    private final Set<AttemptId> unheard = new HashSet<>();
    private final Set<Thread> open = new HashSet<>();
    private final Set<AttemptId> attempts = new HashSet<>();

    Requests(Recorder recorder, String process, Traffic traffic) {
        this.recorder = recorder;
        this.process = process;
        this.traffic = traffic;
    }

    String process() {
        return process;
    }

    Traffic traffic() {
        return traffic;
    }

    void tell(Supplier<String> line) {
        recorder.tell(line);
    }

    /** Counts the requests of a thread from now on. */
    void beginCounting(Thread thread) {
        open.remove(thread);
    }

    /** Whether a request by that thread had no answer and none of its later requests was granted. */
    boolean leftOpen(Thread thread) {
        return open.contains(thread);
    }

    /** Whether a text shows the secret of an attempt. */
    boolean isShownIn(String text) {
        return attempts.stream().anyMatch(id -> text.contains(id.text()));
    }

    Request<AcquireOutcome> acquire(LockPart part, Attempt attempt) {
        attempts.add(attempt.id());
        long op = recorder.invoke(process, Action.ACQUIRE, part, attempt, attempt.lease());
        return new Request<>(
                this,
                () -> "asks for " + Recorder.shown(attempt),
                messages(
                        Kind.ACQUIRE,
                        List.of(attempt),
                        attempt.lease(),
                        (outcome, which) -> outcome instanceof AcquireOutcome.Granted granted
                                ? granted.grant().token()
                                : Message.NO),
                outcome -> end(op, part, attempt, outcome),
                outcome -> {
                    if (outcome instanceof AcquireOutcome.Granted) {
                        grantedUnheard(part, attempt);
                    }
                },
                false);
    }

    /** If the store had forgotten the first grant, this is another one, whose token no client receives. */
    void grantedUnheard(LockPart part, Attempt attempt) {
        unheard.add(attempt.id());
        long op = recorder.invoke(process, Action.ACQUIRE, part, attempt, attempt.lease());
        end(op, part, attempt, new AcquireOutcome.Unknown(Wire.lost()));
    }

    private void end(long op, LockPart part, Attempt attempt, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Unknown) {
            open.add(Thread.currentThread());
        }
        if (outcome instanceof AcquireOutcome.Granted granted) {
            open.remove(Thread.currentThread());
            granted(op, part, granted.grant());
        } else if (outcome instanceof AcquireOutcome.Contended) {
            recorder.end(process, op, Phase.FAIL, Action.ACQUIRE, part, attempt, 0, Duration.ZERO, Action.CONTENDED);
        } else {
            boolean surely = outcome instanceof AcquireOutcome.Refused;
            recorder.end(
                    process, op, surely ? Phase.FAIL : Phase.INFO, Action.ACQUIRE, part, attempt, 0, Duration.ZERO, "");
        }
    }

    private void granted(long op, LockPart part, Grant grant) {
        recorder.end(process, op, Phase.OK, Action.ACQUIRE, part, grant.attempt(), grant.token(), grant.lease(), "");
    }

    Request<RenewOutcome> renew(LockPart part, Grant grant, Duration lease) {
        long op = recorder.invoke(process, Action.RENEW, part, grant.attempt(), lease);
        return new Request<>(
                this,
                () -> "renews " + Recorder.shown(grant.attempt()),
                messages(Kind.RENEW, List.of(grant.attempt()), lease, (outcome, which) -> answer(outcome)),
                outcome -> end(op, part, grant, outcome),
                late -> {},
                true);
    }

    private void end(long op, LockPart part, Grant grant, RenewOutcome outcome) {
        Attempt attempt = grant.attempt();
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            long token = unheard.contains(attempt.id()) ? 0 : grant.token();
            recorder.end(process, op, Phase.OK, Action.RENEW, part, attempt, token, renewed.lease(), "");
        } else {
            boolean surely = outcome instanceof RenewOutcome.NotOwner;
            recorder.end(
                    process, op, surely ? Phase.FAIL : Phase.INFO, Action.RENEW, part, attempt, 0, Duration.ZERO, "");
        }
    }

    Request<ReleaseOutcome> release(LockPart part, Attempt attempt) {
        long op = recorder.invoke(process, Action.RELEASE, part, attempt, Duration.ZERO);
        return new Request<>(
                this,
                () -> "releases " + Recorder.shown(attempt),
                messages(Kind.RELEASE, List.of(attempt), Duration.ZERO, (outcome, which) -> answer(outcome)),
                outcome -> end(op, part, attempt, outcome));
    }

    private void end(long op, LockPart part, Attempt attempt, ReleaseOutcome outcome) {
        Phase phase = outcome instanceof ReleaseOutcome.Released
                ? Phase.OK
                : outcome instanceof ReleaseOutcome.NotOwner ? Phase.FAIL : Phase.INFO;
        recorder.end(process, op, phase, Action.RELEASE, part, attempt, 0, Duration.ZERO, "");
    }

    /** A request that is a part of a step, which has an entry of its own. */
    <T> Request<T> ofRecord(String words, Consumer<T> lateEnd, boolean renews) {
        return new Request<>(this, () -> words, Request.Messages.none(), outcome -> {}, lateEnd, renews);
    }

    <T> Request<T> inspect(LockName name) {
        return new Request<>(this, () -> "looks at '" + name + "'", Request.Messages.none(), holders -> {});
    }

    Request<AcquireAllOutcome> acquireAll(List<Attempt> attempts) {
        List<Long> ops = invokeAll(Action.ACQUIRE, attempts);
        return new Request<>(
                this,
                () -> "asks for " + shown(attempts),
                messages(
                        Kind.ACQUIRE,
                        attempts,
                        attempts.get(0).lease(),
                        (outcome, which) -> outcome instanceof AcquireAllOutcome.Granted granted
                                ? granted.grants().get(which).token()
                                : Message.NO),
                outcome -> {
                    for (int i = 0; i < attempts.size(); i++) {
                        end(ops.get(i), attempts.get(i), outcome, i);
                    }
                },
                outcome -> {
                    if (outcome instanceof AcquireAllOutcome.Granted) {
                        attempts.forEach(attempt -> grantedUnheard(exclusive(attempt), attempt));
                    }
                },
                false);
    }

    private void end(long op, Attempt attempt, AcquireAllOutcome outcome, int which) {
        if (outcome instanceof AcquireAllOutcome.Granted granted) {
            granted(op, exclusive(attempt), granted.grants().get(which));
        } else {
            boolean surely = !(outcome instanceof AcquireAllOutcome.Unknown);
            recorder.end(
                    process,
                    op,
                    surely ? Phase.FAIL : Phase.INFO,
                    Action.ACQUIRE,
                    exclusive(attempt),
                    attempt,
                    0,
                    Duration.ZERO,
                    "");
        }
    }

    Request<List<RenewOutcome>> renewAll(List<Grant> grants, Duration lease) {
        List<Attempt> attempts = grants.stream().map(Grant::attempt).toList();
        List<Long> ops = attempts.stream()
                .map(attempt -> recorder.invoke(process, Action.RENEW, exclusive(attempt), attempt, lease))
                .toList();
        return new Request<>(
                this,
                () -> "renews " + shown(attempts),
                messages(Kind.RENEW, attempts, lease, (outcomes, which) -> answer(outcomes.get(which))),
                outcomes -> {
                    for (int i = 0; i < grants.size(); i++) {
                        end(ops.get(i), exclusive(attempts.get(i)), grants.get(i), outcomes.get(i));
                    }
                },
                late -> {},
                true);
    }

    Request<List<ReleaseOutcome>> releaseAll(List<Attempt> attempts) {
        List<Long> ops = invokeAll(Action.RELEASE, attempts);
        return new Request<>(
                this,
                () -> "releases " + shown(attempts),
                messages(Kind.RELEASE, attempts, Duration.ZERO, (outcomes, which) -> answer(outcomes.get(which))),
                outcomes -> {
                    for (int i = 0; i < attempts.size(); i++) {
                        end(ops.get(i), exclusive(attempts.get(i)), attempts.get(i), outcomes.get(i));
                    }
                });
    }

    private static LockPart exclusive(Attempt attempt) {
        return LockPart.exclusive(attempt.name().value());
    }

    private <T> Request.Messages<T> messages(
            Kind kind, List<Attempt> attempts, Duration lease, Request.Answers<T> answers) {
        return new Request.Messages<>(
                attempts.stream()
                        .map(attempt -> new Message(recorder.steps(), kind, attempt, lease))
                        .toList(),
                answers);
    }

    private static long answer(RenewOutcome outcome) {
        return outcome instanceof RenewOutcome.Renewed
                ? Message.YES
                : outcome instanceof RenewOutcome.NotOwner ? Message.NO : Message.NONE;
    }

    private static long answer(ReleaseOutcome outcome) {
        return outcome instanceof ReleaseOutcome.Released
                ? Message.YES
                : outcome instanceof ReleaseOutcome.NotOwner ? Message.NO : Message.NONE;
    }

    private List<Long> invokeAll(Action action, List<Attempt> attempts) {
        List<Long> ops = new ArrayList<>();
        for (Attempt attempt : attempts) {
            ops.add(recorder.invoke(process, action, exclusive(attempt), attempt, attempt.lease()));
        }
        return ops;
    }

    private static String shown(List<Attempt> attempts) {
        return attempts.stream().map(Recorder::shown).toList().toString();
    }
}
