// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockLost;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells each registered consumer once that a hold was lost, never on the thread that found out. Thread-safe. */
final class LossNews {

    private static final Logger LOG = LoggerFactory.getLogger(LossNews.class);

    private final ReentrantLock guard = new ReentrantLock();
    private final List<Runnable> waiting = new ArrayList<>();
    private final Executor messenger;
    private @Nullable LockLost news;

    LossNews(Executor messenger) {
        this.messenger = messenger;
    }

    void subscribe(Consumer<? super LockLost> consumer, Executor executor) {
        guard.lock();
        try {
            if (news == null) {
                waiting.add(() -> deliver(consumer, executor));
                return;
            }
        } finally {
            guard.unlock();
        }
        messenger.execute(() -> deliver(consumer, executor));
    }

    /** Tells everyone; false if it has been told already. */
    boolean publish(LockLost loss) {
        List<Runnable> told;
        guard.lock();
        try {
            if (news != null) {
                return false;
            }
            news = loss;
            told = List.copyOf(waiting);
            waiting.clear();
        } finally {
            guard.unlock();
        }
        told.forEach(messenger::execute);
        return true;
    }

    private void deliver(Consumer<? super LockLost> consumer, Executor executor) {
        LockLost loss = news;
        if (loss == null) {
            return;
        }
        try {
            executor.execute(() -> tell(consumer, loss));
        } catch (RuntimeException e) {
            LOG.warn("the loss of '{}' could not be told: its executor failed", loss.lockName(), e);
        }
    }

    private static void tell(Consumer<? super LockLost> consumer, LockLost loss) {
        try {
            consumer.accept(loss);
        } catch (RuntimeException e) {
            LOG.warn("a consumer failed on the loss of '{}'", loss.lockName(), e);
        }
    }
}
