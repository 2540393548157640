// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.LockClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One connection that subscribes, from its first confirmation until it breaks or is ended. Jedis lets two threads write
 * into each other's commands, so a writing thread holds {@link #sending}. No thread waits for that lock, and no waiter
 * is woken under it.
 */
final class RedisSubscription extends JedisPubSub {

    /** The subscription counts as unproven after so many unanswered questions and so long a silence. */
    private static final int MAX_UNANSWERED = 2;

    private static final String WANTED = "wanted ";

    private static final long PROVEN_NANOS =
            RedisSignals.HEARTBEAT.multipliedBy(3).toNanos();

    private final RedisChannels channels;
    private final RedisQueuedWaiters queued;
    private final RedisHeartbeat heartbeat;
    private final Consumer<String> recalled;
    private final String base;
    private final LockClock clock;
    private final Runnable confirmed;
    private final ReentrantLock sending = new ReentrantLock();

    /** Between the confirmation of the base channel and the last message we send. */
    private volatile boolean open;

    private volatile boolean ending;
    private volatile boolean asking;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile long heardNanos;
    private boolean everOpen;

    /**
     * A subscription that is not connected yet.
     *
     * @param queued the waiters in server queues, whose wake-ups are published on the base channel
     * @param heartbeat its beats are published there, too
     * @param recalled gets the attempt whose lock another client wants, which is published there, too
     * @param base the client's own channel, which stays subscribed; a connection without a channel ends
     * @param clock the client's
     * @param confirmed runs when the server has confirmed the base channel
     */
    RedisSubscription(
            RedisChannels channels,
            RedisQueuedWaiters queued,
            RedisHeartbeat heartbeat,
            Consumer<String> recalled,
            String base,
            LockClock clock,
            Runnable confirmed) {
        this.channels = channels;
        this.queued = queued;
        this.heartbeat = heartbeat;
        this.recalled = recalled;
        this.base = base;
        this.clock = clock;
        this.confirmed = confirmed;
    }

    /**
     * Whether the server has just shown that it passes on what is published: it answers on this connection, in order. A
     * pause of this process alone is no silence of the server.
     */
    boolean isProven() {
        return open && (unanswered.get() < MAX_UNANSWERED || clock.nanoTime() - heardNanos < PROVEN_NANOS);
    }

    /** Whether messages on the client's own channel arrive here. */
    boolean isOpen() {
        return open;
    }

    /** Asks for any answer, so that only a dead connection falls silent. */
    void ask() {
        unanswered.getAndIncrement();
        asking = true;
        send();
    }

    /** Unsubscribes from everything, at once or as soon as it is confirmed; the connection's thread goes on then. */
    void end() {
        ending = true;
        send();
    }

    boolean isEnding() {
        return ending;
    }

    /**
     * Sends the messages that are due. If another thread is sending, it leaves them to that thread, which checks again
     * afterwards.
     */
    void send() {
        while (isDue() && sending.tryLock()) {
            try {
                sendNow();
            } catch (JedisException e) {
                // The thread that reads from the connection fails too, and takes all channels to the next one.
                open = false;
            } finally {
                sending.unlock();
            }
        }
    }

    private boolean isDue() {
        return open && (ending || asking || channels.anyUnsent());
    }

    private void sendNow() {
        if (!open) {
            return;
        }
        if (ending) {
            // Nothing may follow: its answer would reach the next user of the connection.
            open = false;
            unsubscribe();
            return;
        }
        if (asking) {
            asking = false;
            subscribe(base);
        }
        RedisChannels.Changes changes = channels.takeUnsent();
        if (!changes.unsubscribe().isEmpty()) {
            unsubscribe(changes.unsubscribe().toArray(String[]::new));
        }
        if (!changes.subscribe().isEmpty()) {
            subscribe(changes.subscribe().toArray(String[]::new));
        }
    }

    /** To be called when the connection is gone. Returns the waiters that should look again. */
    List<RedisWaiter> disconnected() {
        sending.lock();
        try {
            open = false;
            List<RedisWaiter> all = new ArrayList<>(channels.disconnected());
            all.addAll(queued.all());
            return all;
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void onSubscribe(String channel, int subscribed) {
        heardNanos = clock.nanoTime();
        unanswered.set(0);
        if (!channel.equals(base)) {
            channels.answered(channel).forEach(RedisWaiter::wake);
        } else if (!everOpen) {
            everOpen = true;
            heartbeat.restart();
            open = true;
            confirmed.run();
            send();
            // Earlier messages to this client reached no subscription.
            queued.all().forEach(RedisWaiter::wake);
        }
    }

    @Override
    public void onUnsubscribe(String channel, int subscribed) {
        channels.answered(channel).forEach(RedisWaiter::wake);
    }

    @Override
    public void onMessage(String channel, String message) {
        if (!channel.equals(base)) {
            channels.waiters(channel).forEach(waiter -> waiter.heard(message));
        } else if (message.startsWith(WANTED)) {
            recalled.accept(message.substring(WANTED.length()));
        } else if (!heartbeat.heard(message)) {
            queued.received(message);
        }
    }
}
