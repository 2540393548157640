// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One request on its way. */
final class Request<T> {

    private final Requests sender;
    private final Supplier<String> words;
    private final Messages<T> messages;
    private final Consumer<T> end;
    private final Consumer<T> lateEnd;
    private final boolean renews;

    Request(Requests sender, Supplier<String> words, Messages<T> messages, Consumer<T> end) {
        this(sender, words, messages, end, outcome -> {}, false);
    }

    /**
     * A request that was not sent yet.
     *
     * @param words what it requests
     * @param messages the same for each lock
     * @param end receives the outcome that its client got
     * @param lateEnd receives the outcome at the store after the client gave up
     * @param renews whether it is a renewal
     */
    Request(
            Requests sender,
            Supplier<String> words,
            Messages<T> messages,
            Consumer<T> end,
            Consumer<T> lateEnd,
            boolean renews) {
        this.sender = sender;
        this.words = words;
        this.messages = messages;
        this.end = end;
        this.lateEnd = lateEnd;
        this.renews = renews;
    }

    /**
     * What a request asks for each of its locks.
     *
     * @param answers tells the answer to the message of that number, counted from 0, as {@link Message} has it
     */
    record Messages<T>(List<Message> each, Answers<T> answers) {

        /** Those of a request that changes nothing at the store. */
        static <T> Messages<T> none() {
            return new Messages<>(List.of(), (outcome, which) -> Message.NONE);
        }

        private void executed(T outcome) {
            for (int i = 0; i < each.size(); i++) {
                each.get(i).executed(answers.in(outcome, i));
            }
        }

        private void heard(T outcome) {
            for (int i = 0; i < each.size(); i++) {
                each.get(i).heard(answers.in(outcome, i));
            }
        }
    }

    /** Tells an answer. */
    interface Answers<T> {
        long in(T outcome, int which);
    }

    /** Counts the request and returns its fate. */
    Fate begin() {
        return sender.traffic().next(words, renews);
    }

    /** It is about to leave the client. */
    void sent() {
        messages.each.forEach(Message::sent);
    }

    /** The store has executed it. */
    void executed(T outcome) {
        messages.executed(outcome);
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
        messages.heard(outcome);
        end.accept(outcome);
        sender.tell(() -> sender.process() + " " + words.get() + ": it gets " + Recorder.shown(outcome));
        return outcome;
    }
}
