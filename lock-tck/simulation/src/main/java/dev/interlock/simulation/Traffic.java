// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.tck.history.Action;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fates of one client's requests, and which of them are still on their way. */
final class Traffic {

    private final Recorder recorder;
    private final String process;
    private final Map<Integer, Fate> fates;
    private final boolean endsWithClient;
    private final Requests requests;
    private int sent;
    private int contests;
    private int late;
    private boolean renewalHung;
    private boolean stranded;
    private @Nullable Fate spell;
    private long frozenUntil;
    private @Nullable Thread quiet;
    private boolean closed;

    /**
     * The traffic of a client.
     *
     * @param fates the fates of the requests that are not simply answered, by their number from 0
     * @param endsWithClient whether the store ends the holds of a client that closes
     */
    Traffic(Recorder recorder, String process, Map<Integer, Fate> fates, boolean endsWithClient) {
        this.recorder = recorder;
        this.process = process;
        this.fates = fates;
        this.endsWithClient = endsWithClient;
        requests = new Requests(recorder, process, this);
    }

    /** The requests themselves, and their entries in the history. */
    Requests requests() {
        return requests;
    }

    /** Sets the fate of every request from now on; null gives each its own fate again. */
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

    /** The calls of a thread must need no request from now on; null ends this rule. */
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
     * One more request is still on its way although its client has given up.
     *
     * @param strands whether it may take effect when no compensation waits for it any more, and so last for a lease
     */
    void sentLate(boolean strands) {
        late++;
        stranded |= strands;
    }

    /** What the store keeps may have no client any more, until its lease or its place in a queue ends. */
    void strands() {
        stranded = true;
    }

    /** A request that hung has ended, or was executed. */
    void isBack() {
        late--;
        trouble();
    }

    /** Whether the store may keep a grant for a whole lease that no client knows of. */
    boolean mayStrand() {
        return stranded;
    }

    /** Whether no request is still on its way. */
    boolean isHere() {
        return late == 0;
    }

    /** A fault takes effect now. */
    void trouble() {
        recorder.trouble();
    }

    /** How many waiters have a place at the store. */
    int openContests() {
        return contests;
    }

    boolean isClosed() {
        return closed;
    }

    /** The client has closed its backend. */
    void closed() {
        if (!closed && endsWithClient) {
            recorder.fault(Action.END_SESSION, process);
        }
        closed = true;
    }

    /**
     * Whether a renewal hung for longer than its lease. It delays other renewals where one thread serves those that
     * went well.
     */
    boolean renewalHung() {
        return renewalHung;
    }

    /**
     * Decides the fate of the next request.
     *
     * @param words what it requests
     * @param renews whether it is a renewal
     */
    Fate next(Supplier<String> words, boolean renews) {
        int number = sent++;
        if (closed) {
            recorder.violation(process + " " + words.get() + " although it is closed");
        }
        if (quiet == Thread.currentThread()) {
            recorder.violation(process + " " + words.get() + " for one that enters what it has");
        }
        Fate fate = spell != null ? spell : fates.getOrDefault(number, Fate.ANSWERED);
        if (fate == Fate.HANGS) {
            renewalHung |= renews;
        }
        recorder.tell(() -> process + " " + words.get()
                + (fate == Fate.ANSWERED ? "" : ": request " + number + " " + fate.words()));
        return fate;
    }
}
