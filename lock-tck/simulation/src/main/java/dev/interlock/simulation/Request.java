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
     * @param words what it requests
     * @param end receives the outcome that its client got
     * @param lateEnd receives the outcome at the store after the client gave up
     * @param renews whether it is a renewal
     */
    Request(Requests sender, Supplier<String> words, Consumer<T> end, Consumer<T> lateEnd, boolean renews) {
        this.sender = sender;
        this.words = words;
        this.end = end;
        this.lateEnd = lateEnd;
        this.renews = renews;
    }

    /** Counts the request and returns its fate. */
    Fate begin() {
        return sender.traffic().next(words, renews);
    }

    /** The store has executed it. */
    void executed(T outcome) {
        sender.tell(
                () -> "the store for " + sender.process() + ", which " + words.get() + ": " + Recorder.shown(outcome));
    }

    /** The store has executed it after the client stopped waiting. */
    void executedLate(T outcome) {
        executed(outcome);
        lateEnd.accept(outcome);
        sender.traffic().isBack();
    }

    /** The client has its outcome, or gave up. */
    T ended(T outcome) {
        end.accept(outcome);
        sender.tell(() -> sender.process() + " " + words.get() + ": it gets " + Recorder.shown(outcome));
        return outcome;
    }
}
