// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.LossThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the listeners, and each registered consumer once, that a hold was lost; never on the thread that found out.
 * Thread-safe.
 */
public final class LossNotifier {

    private static final EngineLog LOG = EngineLog.of(LossNotifier.class);

    private final ReentrantLock guard;
    private final List<Subscription> waiting = new ArrayList<>();
    private final Holds holds;
    private final String lockName;
    private final long token;
    private final LossThreads callbacks;
    private @Nullable LockLost published;

    LossNotifier(Holds holds, String lockName, long token) {
        this.holds = holds;
        this.lockName = lockName;
        this.token = token;
        guard = holds.machine.lock();
        callbacks = holds.threads.losses;
    }

    public void subscribe(Consumer<? super LockLost> consumer, Executor executor) {
        guard.lock();
        try {
            if (published == null) {
                waiting.add(new Subscription(consumer, executor));
                return;
            }
        } finally {
            guard.unlock();
        }
        callbacks.execute(() -> deliver(consumer, executor));
    }

    /** Forgets a consumer. One whose loss was published before may still be called. */
    void unsubscribe(Consumer<? super LockLost> consumer) {
        guard.lock();
        try {
            waiting.removeIf(subscription -> subscription.consumer == consumer);
        } finally {
            guard.unlock();
        }
    }

    /** Notifies every consumer, and the listeners; nothing if a loss has been published already. */
    void publish(LossCause cause, String detail) {
        LockLost loss = new LockLost(lockName, token, cause, detail);
        List<Subscription> subscriptions;
        guard.lock();
        try {
            if (published != null) {
                return;
            }
            published = loss;
            subscriptions = List.copyOf(waiting);
            waiting.clear();
        } finally {
            guard.unlock();
        }
        for (Subscription each : subscriptions) {
            callbacks.execute(() -> deliver(each.consumer, each.executor));
        }
        holds.log.lost(loss);
        holds.events.publish(() -> new LockEvent.Lost(lockName, loss));
    }

    private void deliver(Consumer<? super LockLost> consumer, Executor executor) {
        LockLost loss = published;
        if (loss == null) {
            return;
        }
        AtomicBoolean begun = new AtomicBoolean();
        Runnable once = () -> {
            if (begun.compareAndSet(false, true)) {
                call(consumer, loss);
            }
        };
        try {
            executor.execute(once);
        } catch (RuntimeException | Error e) {
            LOG.warn("the executor of onLost failed for '{}', so its consumer is called here", loss.lockName(), e);
            once.run();
        }
    }

    private static void call(Consumer<? super LockLost> consumer, LockLost loss) {
        try {
            consumer.accept(loss);
        } catch (RuntimeException | Error e) {
            LOG.warn("a consumer failed on the loss of '{}'", loss.lockName(), e);
        }
    }

    private record Subscription(Consumer<? super LockLost> consumer, Executor executor) {}
}
