// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The requests of one client: their fates, and what the history has of them. */
final class Traffic {

    private final Recorder recorder;
    private final String process;
    private final Map<Integer, Fate> fates;
    private final boolean endsWithClient;
    private final Set<AttemptId> unheard = new HashSet<>();
    private final Set<Thread> open = new HashSet<>();
    private final Set<AttemptId> attempts = new HashSet<>();
    private final Set<AttemptId> hung = new HashSet<>();
    private int requests;
    private int contests;
    private int late;
    private boolean stranded;
    private @Nullable Fate spell;
    private long frozenUntil;
    private @Nullable Thread quiet;
    private boolean closed;

    /**
     * The traffic of a client.
     *
     * @param fates of the requests that are not simply answered, by their number from 0 on
     * @param endsWithClient whether the store ends what a client holds when the client goes
     */
    Traffic(Recorder recorder, String process, Map<Integer, Fate> fates, boolean endsWithClient) {
        this.recorder = recorder;
        this.process = process;
        this.fates = fates;
        this.endsWithClient = endsWithClient;
    }

    /** What becomes of every request from now on; null if each has its own fate again. */
    void cast(@Nullable Fate fate) {
        spell = fate;
    }

    boolean losesSignal() {
        return spell != null;
    }

    /** The store does nothing until then. */
    void freeze(long until) {
        frozenUntil = Math.max(frozenUntil, until);
    }

    long frozenUntil() {
        return frozenUntil;
    }

    /** What a thread does from now on needs no request; null if it may be anything again. */
    void keepQuiet(@Nullable Thread thread) {
        quiet = thread;
    }

    void contestOpened() {
        contests++;
    }

    void contestClosed() {
        contests--;
    }

    /**
     * One more request is still on its way when its client has given up.
     *
     * @param strands whether its effect can come when no withdrawal waits for it any more, and so last for a lease
     */
    void sentLate(boolean strands) {
        late++;
        stranded |= strands;
    }

    /** One that hung has ended, or was executed. */
    void isBack() {
        late--;
        trouble();
    }

    /** Whether the store may keep something for a lease that nobody knows of. */
    boolean mayStrand() {
        return stranded;
    }

    /** Whether none is. */
    boolean isHere() {
        return late == 0;
    }

    /** Something went wrong now. */
    void trouble() {
        recorder.trouble();
    }

    /** How many waiters have a place at the store. */
    int openContests() {
        return contests;
    }

    /** The client has closed its backend. */
    void closed() {
        if (!closed && endsWithClient) {
            recorder.fault(Action.END_SESSION, process);
        }
        closed = true;
    }

    /** From now on it counts what a thread asks for. */
    void beginCounting(Thread thread) {
        open.remove(thread);
    }

    /** Whether a request by that thread had no answer, and none that it sent afterwards was granted. */
    boolean leftOpen(Thread thread) {
        return open.contains(thread);
    }

    /** Whether a text shows the secret of an attempt. */
    boolean isShownIn(String text) {
        return attempts.stream().anyMatch(id -> text.contains(id.text()));
    }

    /** Whether a renewal of an attempt hung. */
    boolean hung(Attempt attempt) {
        return hung.contains(attempt.id());
    }

    Request<AcquireOutcome> acquire(Attempt attempt) {
        attempts.add(attempt.id());
        long op = recorder.invoke(process, Action.ACQUIRE, attempt, attempt.lease());
        return new Request<>(
                () -> "asks for " + Recorder.shown(attempt), outcome -> end(op, attempt, outcome), outcome -> {
                    if (outcome instanceof AcquireOutcome.Granted) {
                        grantedUnheard(attempt);
                    }
                });
    }

    /** Where the store had forgotten the first grant, this is another one, of whose token nobody hears. */
    private void grantedUnheard(Attempt attempt) {
        unheard.add(attempt.id());
        long op = recorder.invoke(process, Action.ACQUIRE, attempt, attempt.lease());
        end(op, attempt, new AcquireOutcome.Unknown(Wire.lost()));
    }

    private void end(long op, Attempt attempt, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Unknown) {
            open.add(Thread.currentThread());
        }
        if (outcome instanceof AcquireOutcome.Granted granted) {
            open.remove(Thread.currentThread());
            granted(op, granted.grant());
        } else if (outcome instanceof AcquireOutcome.Contended) {
            recorder.end(process, op, Phase.FAIL, Action.ACQUIRE, attempt, 0, Duration.ZERO, Action.CONTENDED);
        } else {
            boolean surely = outcome instanceof AcquireOutcome.Refused;
            recorder.end(process, op, surely ? Phase.FAIL : Phase.INFO, Action.ACQUIRE, attempt, 0, Duration.ZERO, "");
        }
    }

    private void granted(long op, Grant grant) {
        recorder.end(process, op, Phase.OK, Action.ACQUIRE, grant.attempt(), grant.token(), grant.lease(), "");
    }

    Request<RenewOutcome> renew(Grant grant, Duration lease) {
        long op = recorder.invoke(process, Action.RENEW, grant.attempt(), lease);
        return new Request<>(
                () -> "renews " + Recorder.shown(grant.attempt()),
                outcome -> end(op, grant, outcome),
                List.of(grant.attempt()));
    }

    private void end(long op, Grant grant, RenewOutcome outcome) {
        Attempt attempt = grant.attempt();
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            long token = unheard.contains(attempt.id()) ? 0 : grant.token();
            recorder.end(process, op, Phase.OK, Action.RENEW, attempt, token, renewed.lease(), "");
        } else {
            boolean surely = outcome instanceof RenewOutcome.NotOwner;
            recorder.end(process, op, surely ? Phase.FAIL : Phase.INFO, Action.RENEW, attempt, 0, Duration.ZERO, "");
        }
    }

    Request<ReleaseOutcome> release(Attempt attempt) {
        long op = recorder.invoke(process, Action.RELEASE, attempt, Duration.ZERO);
        return new Request<>(() -> "releases " + Recorder.shown(attempt), outcome -> end(op, attempt, outcome));
    }

    private void end(long op, Attempt attempt, ReleaseOutcome outcome) {
        Phase phase = outcome instanceof ReleaseOutcome.Released
                ? Phase.OK
                : outcome instanceof ReleaseOutcome.NotOwner ? Phase.FAIL : Phase.INFO;
        recorder.end(process, op, phase, Action.RELEASE, attempt, 0, Duration.ZERO, "");
    }

    Request<Optional<Holder>> inspect(LockName name) {
        return new Request<>(() -> "looks at '" + name + "'", holder -> {});
    }

    Request<AcquireAllOutcome> acquireAll(List<Attempt> attempts) {
        List<Long> ops = invokeAll(Action.ACQUIRE, attempts);
        return new Request<>(
                () -> "asks for " + shown(attempts),
                outcome -> {
                    for (int i = 0; i < attempts.size(); i++) {
                        end(ops.get(i), attempts.get(i), outcome, i);
                    }
                },
                outcome -> {
                    if (outcome instanceof AcquireAllOutcome.Granted) {
                        attempts.forEach(this::grantedUnheard);
                    }
                });
    }

    private void end(long op, Attempt attempt, AcquireAllOutcome outcome, int which) {
        if (outcome instanceof AcquireAllOutcome.Granted granted) {
            granted(op, granted.grants().get(which));
        } else {
            boolean surely = !(outcome instanceof AcquireAllOutcome.Unknown);
            recorder.end(process, op, surely ? Phase.FAIL : Phase.INFO, Action.ACQUIRE, attempt, 0, Duration.ZERO, "");
        }
    }

    Request<List<RenewOutcome>> renewAll(List<Grant> grants, Duration lease) {
        List<Attempt> attempts = grants.stream().map(Grant::attempt).toList();
        List<Long> ops = attempts.stream()
                .map(attempt -> recorder.invoke(process, Action.RENEW, attempt, lease))
                .toList();
        return new Request<>(
                () -> "renews " + shown(attempts),
                outcomes -> {
                    for (int i = 0; i < grants.size(); i++) {
                        end(ops.get(i), grants.get(i), outcomes.get(i));
                    }
                },
                attempts);
    }

    Request<List<ReleaseOutcome>> releaseAll(List<Attempt> attempts) {
        List<Long> ops = invokeAll(Action.RELEASE, attempts);
        return new Request<>(() -> "releases " + shown(attempts), outcomes -> {
            for (int i = 0; i < attempts.size(); i++) {
                end(ops.get(i), attempts.get(i), outcomes.get(i));
            }
        });
    }

    private List<Long> invokeAll(Action action, List<Attempt> attempts) {
        List<Long> ops = new ArrayList<>();
        for (Attempt attempt : attempts) {
            ops.add(recorder.invoke(process, action, attempt, attempt.lease()));
        }
        return ops;
    }

    private static String shown(List<Attempt> attempts) {
        return attempts.stream().map(Recorder::shown).toList().toString();
    }

    /** One request on its way. */
    final class Request<T> {

        private final Supplier<String> words;
        private final Consumer<T> end;
        private final Consumer<T> lateEnd;
        private final List<Attempt> renewed;

        Request(Supplier<String> words, Consumer<T> end) {
            this(words, end, outcome -> {}, List.of());
        }

        /** Of which something comes late that nobody hears of. */
        Request(Supplier<String> words, Consumer<T> end, Consumer<T> lateEnd) {
            this(words, end, lateEnd, List.of());
        }

        Request(Supplier<String> words, Consumer<T> end, List<Attempt> renewed) {
            this(words, end, outcome -> {}, renewed);
        }

        private Request(Supplier<String> words, Consumer<T> end, Consumer<T> lateEnd, List<Attempt> renewed) {
            this.words = words;
            this.end = end;
            this.lateEnd = lateEnd;
            this.renewed = renewed;
        }

        /** Counts it, and says what becomes of it. */
        Fate begin() {
            int number = requests++;
            if (closed) {
                recorder.violation(process + " " + words.get() + " although it is closed");
            }
            if (quiet == Thread.currentThread()) {
                recorder.violation(process + " " + words.get() + " for one that enters what it has");
            }
            Fate fate = spell != null ? spell : fates.getOrDefault(number, Fate.ANSWERED);
            if (fate == Fate.HANGS) {
                renewed.forEach(attempt -> hung.add(attempt.id()));
            }
            recorder.tell(() -> process + " " + words.get()
                    + (fate == Fate.ANSWERED ? "" : ": request " + number + " " + fate.words()));
            return fate;
        }

        /** The store has done it. */
        void executed(T outcome) {
            recorder.tell(() -> "the store for " + process + ", which " + words.get() + ": " + Recorder.shown(outcome));
        }

        /** The same, when nobody waits for it any more. */
        void executedLate(T outcome) {
            executed(outcome);
            lateEnd.accept(outcome);
            isBack();
        }

        /** The client has heard of it, or gave up. */
        T ended(T outcome) {
            end.accept(outcome);
            recorder.tell(() -> process + " " + words.get() + ": it hears " + Recorder.shown(outcome));
            return outcome;
        }
    }
}
