// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.tck.history.Action;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What becomes of the requests of one client, and what of them is still on its way. */
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
     * @param fates of the requests that are not simply answered, by their number from 0 on
     * @param endsWithClient whether the store ends what a client holds when the client goes
     */
    Traffic(Recorder recorder, String process, Map<Integer, Fate> fates, boolean endsWithClient) {
        this.recorder = recorder;
        this.process = process;
        this.fates = fates;
        this.endsWithClient = endsWithClient;
        requests = new Requests(recorder, process, this);
    }

    /** The requests themselves, and what the history has of them. */
    Requests requests() {
        return requests;
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

    /** Whether a renewal hung for longer than its lease. Others wait for that, where one thread is for those that went well. */
    boolean renewalHung() {
        return renewalHung;
    }

    /**
     * What becomes of the next request.
     *
     * @param words what it asks for
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
