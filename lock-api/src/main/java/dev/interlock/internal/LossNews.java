// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.spi.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners and each registered consumer once that a hold was lost, never on the thread that found out. Thread-safe. */
final class LossNews {

    private static final Logger LOG = LoggerFactory.getLogger(LossNews.class);

    private final ReentrantLock guard = new ReentrantLock();
    private final List<Runnable> waiting = new ArrayList<>();
    private final Engine engine;
    private final Grant grant;
    private final Executor messenger;
    private @Nullable LockLost news;

    LossNews(Engine engine, Grant grant) {
        this.engine = engine;
        this.grant = grant;
        messenger = engine.pools.news;
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

    /** Tells every consumer, and the listeners; nothing if a loss has been told already. */
    void tell(LossCause cause, String detail) {
        String name = grant.attempt().name().value();
        LockLost loss = new LockLost(name, grant.token(), cause, detail);
        List<Runnable> told;
        guard.lock();
        try {
            if (news != null) {
                return;
            }
            news = loss;
            told = List.copyOf(waiting);
            waiting.clear();
        } finally {
            guard.unlock();
        }
        told.forEach(messenger::execute);
        engine.events.tell(() -> new LockEvent.Lost(name, loss));
    }

    private void deliver(Consumer<? super LockLost> consumer, Executor executor) {
        LockLost loss = news;
        if (loss == null) {
            return;
        }
        try {
            executor.execute(() -> call(consumer, loss));
        } catch (RuntimeException e) {
            LOG.warn("the loss of '{}' could not be told: its executor failed", loss.lockName(), e);
        }
    }

    private static void call(Consumer<? super LockLost> consumer, LockLost loss) {
        try {
            consumer.accept(loss);
        } catch (RuntimeException e) {
            LOG.warn("a consumer failed on the loss of '{}'", loss.lockName(), e);
        }
    }
}
