// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.proxy.Fault.Exchange;
import dev.interlock.testbed.wire.Message;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection that its server has not answered, oldest first. It counts those that must be executed
 * although their client may have left. Safe for use by many threads.
 */
final class Unanswered {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Queue<Exchange> sent = new ArrayDeque<>();
    private int owed;
    private boolean over;

    /** A request was read that the server must execute even if its client leaves. */
    void owe() {
        lock.lock();
        try {
            owed++;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the server still has to execute a request whose client may have left. */
    boolean isOwed() {
        lock.lock();
        try {
            return owed > 0 && !over;
        } finally {
            lock.unlock();
        }
    }

    /** A request is about to be sent to the server; {@code answered} says whether the server answers such requests. */
    void sending(Exchange exchange, boolean answered) {
        lock.lock();
        try {
            if (!answered) {
                owesNoMore(exchange);
            } else if (!over) {
                sent.add(exchange);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The oldest of those requests that a reply may belong to. */
    @Nullable
    Exchange oldest(Predicate<Message> asked) {
        lock.lock();
        try {
            return sent.stream()
                    .filter(exchange -> asked.test(exchange.request()))
                    .findFirst()
                    .orElse(null);
        } finally {
            lock.unlock();
        }
    }

    /** The server has answered a request in full. */
    void isAnswered(Exchange exchange) {
        lock.lock();
        try {
            if (sent.remove(exchange)) {
                answered(exchange);
            }
        } finally {
            lock.unlock();
        }
    }

    /** No more answers will come. If the server ended the connection, that counts as its answer. */
    void end(boolean byTheServer) {
        lock.lock();
        try {
            if (!over && byTheServer) {
                sent.forEach(this::answered);
            }
            over = true;
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void answered(Exchange exchange) {
        exchange.fault().onAnswered();
        owesNoMore(exchange);
    }

    private void owesNoMore(Exchange exchange) {
        if (exchange.fault().outlivesClient()) {
            owed--;
            change.signalAll();
        }
    }

    /** Waits until the server has executed the requests that it owes, or will answer no more. */
    void awaitOwed() {
        lock.lock();
        try {
            while (owed > 0 && !over) {
                change.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
