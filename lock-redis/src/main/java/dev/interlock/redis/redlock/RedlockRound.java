// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One request to every server at once, and the answers as they come: at the place of a server its answer, at most one,
 * or null. So a server that answers twice, or too late, counts once or not at all. Thread-safe.
 */
final class RedlockRound<A> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final List<@Nullable A> answers;
    private int pending;

    private RedlockRound(int size) {
        pending = size;
        answers = new ArrayList<>(Collections.nCopies(size, null));
    }

    /** Asks all of them; a request that ends with an exception is one without an answer. */
    static <A> RedlockRound<A> ask(List<RedlockNode> nodes, Function<RedlockNode, CompletableFuture<A>> request) {
        RedlockRound<A> round = new RedlockRound<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            int place = i;
            request.apply(nodes.get(i)).whenComplete((answer, thrown) -> round.ended(place, answer));
        }
        return round;
    }

    private void ended(int place, @Nullable A answer) {
        lock.lock();
        try {
            answers.set(place, answer);
            pending--;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the answers decide or the time is over. Not interruptible: a step has a short limit, and an interrupt
     * would leave the servers in different states.
     *
     * @return the answers there were by then
     */
    List<@Nullable A> await(LockClock clock, Duration limit, Predicate<List<@Nullable A>> decided) {
        long end = clock.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        lock.lock();
        try {
            long left = limit.toNanos();
            while (left > 0 && pending > 0 && !decided.test(answers)) {
                try {
                    answered.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = end - clock.nanoTime();
            }
            return new ArrayList<>(answers);
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets a short time pass. It parks, since CompletableFuture.join would run other tasks of the common pool. */
    static void pause(LockClock clock, long nanos) {
        long end = clock.nanoTime() + nanos;
        boolean interrupted = false;
        for (long left = nanos; left > 0; left = end - clock.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
