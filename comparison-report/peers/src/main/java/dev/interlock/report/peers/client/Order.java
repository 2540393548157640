// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.testbed.jvm.Conversation;

/**
 * An order that a JVM received.
 *
 * @param question receives the answer
 * @param kind what to do
 * @param hand the thread that follows it: a lock belongs to a thread
 * @param name the lock's name
 * @param millis the length, where the order has one
 */
record Order(Conversation.Question question, OrderKind kind, String hand, String name, long millis) {

    static Order of(Conversation.Question question) {
        return new Order(
                question,
                OrderKind.valueOf(question.word(0)),
                question.word(1),
                question.word(2),
                Long.parseLong(question.word(3)));
    }

    void answer(ClientMessage answer) {
        question.answer(answer.words());
    }
}
