// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.Part;
import dev.interlock.testbed.jvm.Conversation;

/**
 * An order that a JVM received.
 *
 * @param question receives the answer
 * @param kind what to do
 * @param hand the thread that follows it: a lock belongs to a thread
 * @param part what it is about
 * @param name the lock's name
 * @param millis the length, where the order has one
 */
record Order(Conversation.Question question, OrderKind kind, String hand, Part part, String name, long millis) {

    static Order of(Conversation.Question question) {
        return new Order(
                question,
                OrderKind.valueOf(question.word(0)),
                question.word(1),
                Part.valueOf(question.word(2)),
                question.word(3),
                Long.parseLong(question.word(4)));
    }

    void answer(ClientMessage answer) {
        question.answer(answer.words());
    }
}
