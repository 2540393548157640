// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** One request on its way. */
final class Request<T> {

    private final Requests sender;
    private final Supplier<String> words;
    private final Consumer<T> end;
    private final Consumer<T> lateEnd;
    private final boolean renews;

    Request(Requests sender, Supplier<String> words, Consumer<T> end) {
        this(sender, words, end, outcome -> {}, false);
    }

    /**
     * A request that was not sent yet.
     *
     * @param words what it asks for
     * @param end told what its client heard
     * @param lateEnd told what the store did when nobody hears of that any more
     * @param renews whether it is a renewal
     */
    Request(Requests sender, Supplier<String> words, Consumer<T> end, Consumer<T> lateEnd, boolean renews) {
        this.sender = sender;
        this.words = words;
        this.end = end;
        this.lateEnd = lateEnd;
        this.renews = renews;
    }

    /** Counts it, and says what becomes of it. */
    Fate begin() {
        return sender.traffic().next(words, renews);
    }

    /** The store has done it. */
    void executed(T outcome) {
        sender.tell(
                () -> "the store for " + sender.process() + ", which " + words.get() + ": " + Recorder.shown(outcome));
    }

    /** The same, when nobody waits for it any more. */
    void executedLate(T outcome) {
        executed(outcome);
        lateEnd.accept(outcome);
        sender.traffic().isBack();
    }

    /** The client has heard of it, or gave up. */
    T ended(T outcome) {
        end.accept(outcome);
        sender.tell(() -> sender.process() + " " + words.get() + ": it hears " + Recorder.shown(outcome));
        return outcome;
    }
}
