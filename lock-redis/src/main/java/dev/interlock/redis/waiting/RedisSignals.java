// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.LockClock;
import dev.interlock.redis.command.RecallListener;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wake-ups of waiters, for released locks and for locks that the server queue reserves: one subscription of a
 * client, shared by all its waiters. It has a connection and a thread, from the first waiter, or the first lock that can
 * be recalled, until there were none for a while. A message only means that another attempt is worthwhile, so one that
 * is forged, repeated or lost costs one attempt or one rest. Thread-safe.
 */
public final class RedisSignals implements RecallListener {

    /** The time between two checks for waiters, and between two questions to the server. */
    static final Duration HEARTBEAT = Duration.ofSeconds(1);

    /** The longest silence of a connection of ours before it is given up. */
    public static final Duration SILENCE = Duration.ofSeconds(15);

    private static final int MAX_IDLE_HEARTBEATS = 60;

    /** For so many heartbeats after the last request for a lock that can be recalled, recalls are listened for. */
    private static final int MAX_RECALL_HEARTBEATS = 60;

    private static final long MIN_PAUSE_MILLIS = 50;
    private static final long MAX_PAUSE_MILLIS = 5_000;

    /** A connection that lasted so long is replaced at once. */
    private static final long LASTED_NANOS = HEARTBEAT.toNanos();

    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final Logger LOG = LoggerFactory.getLogger(RedisSignals.class);

    private final RedisConnections connections;
    private final RedisErrors errors;
    private final LockClock clock;
    private final Consumer<AttemptId> wanted;
    private final Runnable missed;
    private final String base;
    private final RedisHeartbeat heartbeat;
    private final RedisChannels channels = new RedisChannels();
    private final RedisQueuedWaiters queued = new RedisQueuedWaiters();
    private final CompletableFuture<Boolean> permitted = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private @Nullable Thread thread;
    private boolean heartbeatScheduled;
    private boolean wasProven;
    private int recallHeartbeats;
    private int idleHeartbeats;
    private boolean denied;
    private volatile boolean closed;
    private volatile RedisSubscription subscription;

    /** For one client, by its own keys, whose locks are not recalled. */
    public RedisSignals(RedisConnections connections, RedisErrors errors, LockClock clock, RedisKeys own) {
        this(connections, errors, clock, own, attempt -> {}, () -> {});
    }

    /**
     * For one client, by its own keys.
     *
     * @param wanted gets the attempts whose locks other clients want
     * @param missed runs when others may have wanted any of its locks
     */
    public RedisSignals(
            RedisConnections connections,
            RedisErrors errors,
            LockClock clock,
            RedisKeys own,
            Consumer<AttemptId> wanted,
            Runnable missed) {
        this.connections = connections;
        this.errors = errors;
        this.clock = clock;
        this.wanted = wanted;
        this.missed = missed;
        base = own.channel();
        heartbeat = new RedisHeartbeat(connections, errors, clock, queued, own);
        this.subscription = newSubscription();
    }

    private RedisSubscription newSubscription() {
        return new RedisSubscription(
                channels, queued, heartbeat, this::recalled, base, clock, () -> permitted.complete(true));
    }

    /** Whether this user may subscribe: subscribes to find out. */
    public CompletableFuture<Boolean> permitted() {
        startThread();
        return permitted;
    }

    public RedisChannels.Channel join(RedisWaiter waiter, String name) {
        RedisChannels.Channel channel = channels.join(waiter, name);
        if (channel.confirmed()) {
            // A message between the waiter's look and now reached other waiters only.
            waiter.wake();
        }
        startThread();
        subscription.send();
        return channel;
    }

    /** Joins if that needs no message to the server: then all later releases are reported. Returns null otherwise. */
    RedisChannels.@Nullable Channel joinConfirmed(RedisWaiter waiter, RedisKeys keys) {
        return channels.joinConfirmed(waiter, keys::channel);
    }

    /** The waiters of this client in server queues. */
    public RedisQueuedWaiters queued() {
        return queued;
    }

    /**
     * Joins a waiter in a server queue, if that needs no message to the server. Returns false otherwise, and changes
     * nothing.
     */
    boolean joinOpen(RedisQueuedWaiters.Waiter waiter) {
        if (!subscription.isOpen()) {
            return false;
        }
        queued.join(waiter);
        // Once it is registered, the end of the subscription wakes it.
        if (!subscription.isOpen()) {
            waiter.wake();
        }
        return true;
    }

    /** Joins a waiter in a server queue that has looked already; wakes it if its wake-up may have come meanwhile. */
    void join(RedisQueuedWaiters.Waiter waiter) {
        queued.join(waiter);
        startThread();
        if (subscription.isOpen()) {
            waiter.wake();
        }
    }

    @Override
    public boolean listens() {
        lock.lock();
        try {
            recallHeartbeats = MAX_RECALL_HEARTBEATS;
        } finally {
            lock.unlock();
        }
        startThread();
        return subscription.isOpen();
    }

    @Override
    public void unheard(AttemptId id) {
        wanted.accept(id);
    }

    /** Any client may have sent it: at worst a lock is let go that no other client wants. */
    private void recalled(String attempt) {
        if (ID.matcher(attempt).matches()) {
            int half = attempt.length() / 2;
            wanted.accept(new AttemptId(
                    Long.parseUnsignedLong(attempt.substring(0, half), 16),
                    Long.parseUnsignedLong(attempt.substring(half), 16)));
        }
    }

    /** Whether messages to this client arrive. */
    boolean isOpen() {
        return subscription.isOpen();
    }

    /**
     * Whether the server of the steps has just shown that what it publishes arrives here. Nodes of a cluster can lose
     * messages to each other while the connections of their clients live, so nothing is proven there.
     */
    public boolean isProven() {
        return !connections.followsSlots() && subscription.isProven() && heartbeat.isProven();
    }

    public void leave(RedisWaiter waiter, RedisChannels.Channel channel) {
        channels.leave(waiter, channel);
        subscription.send();
    }

    private boolean anyWaiters() {
        return !queued.isEmpty() || channels.anyWaiters();
    }

    /** How many channels are known, here or to the server. */
    int size() {
        return channels.size();
    }

    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        heartbeat.close();
        endSubscription();
    }

    private void endSubscription() {
        subscription.end();
        connections.cut();
    }

    private void startThread() {
        lock.lock();
        try {
            if (thread != null || denied || closed) {
                return;
            }
            thread = new DaemonThreads("interlock-redis-signals").newThread(this::listen);
            thread.start();
            if (!heartbeatScheduled) {
                heartbeatScheduled = true;
                clock.schedule(HEARTBEAT.toNanos(), this::heartbeat);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The thread: one connection after the other, while there are waiters or locks that can be recalled. */
    private void listen() {
        long pauseMillis = 0;
        while (awaitNextConnection(pauseMillis)) {
            // Published before the channels are taken, so that a waiter that joins later finds it.
            RedisSubscription next = newSubscription();
            subscription = next;
            if (closed) {
                next.end();
            }
            List<String> names = new ArrayList<>(channels.takeAll());
            names.add(0, base);
            long before = clock.nanoTime();
            try {
                connections.subscribe(next, names.toArray(String[]::new));
                pauseMillis = 0;
            } catch (RuntimeException e) {
                pauseMillis = nextPause(pauseMillis, clock.nanoTime() - before);
                if (!next.isEnding()) {
                    broken(e, pauseMillis);
                }
            }
            next.disconnected().forEach(RedisWaiter::wake);
            missed.run();
        }
    }

    /** Doubled from one failure to the next; one that lasted, and its end, are no failures. */
    private static long nextPause(long millis, long lastedNanos) {
        boolean lasted = lastedNanos >= LASTED_NANOS;
        return lasted ? MIN_PAUSE_MILLIS : Math.min(MAX_PAUSE_MILLIS, Math.max(MIN_PAUSE_MILLIS, millis * 2));
    }

    private boolean awaitNextConnection(long millis) {
        boolean goOn = false;
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (left > 0 && !closed && !denied) {
                left = closing.awaitNanos(left);
            }
            goOn = !closed && !denied && (anyWaiters() || recallHeartbeats > 0 || !permitted.isDone());
            idleHeartbeats = 0;
        } catch (InterruptedException e) {
            LOG.debug("the subscription's thread was interrupted; the next waiter starts another");
        } finally {
            thread = goOn ? thread : null;
            lock.unlock();
        }
        return goOn;
    }

    private void broken(RuntimeException thrown, long pauseMillis) {
        if (!RedisErrors.isMissingRight(thrown)) {
            LOG.debug(
                    "{}: waiters poll, next subscription in {} ms",
                    errors.store(),
                    pauseMillis,
                    errors.sanitized(thrown));
            return;
        }
        lock.lock();
        try {
            denied = true;
        } finally {
            lock.unlock();
        }
        errors.warn("waiters poll, since this user may not subscribe ("
                + errors.sanitized(thrown).getMessage() + "); grant: " + errors.rights());
        permitted.complete(false);
    }

    /** Short and without waiting, since all timers share a thread. */
    private void heartbeat() {
        boolean idle;
        boolean recalls;
        lock.lock();
        try {
            if (thread == null) {
                heartbeatScheduled = false;
                return;
            }
            recallHeartbeats = Math.max(0, recallHeartbeats - 1);
            recalls = recallHeartbeats > 0;
            idleHeartbeats = anyWaiters() || recalls ? 0 : idleHeartbeats + 1;
            idle = idleHeartbeats >= MAX_IDLE_HEARTBEATS;
        } finally {
            lock.unlock();
        }
        try {
            channels.sweep();
            if (idle) {
                endSubscription();
            } else {
                askForProof(recalls);
            }
        } finally {
            clock.schedule(HEARTBEAT.toNanos(), this::heartbeat);
        }
    }

    private void askForProof(boolean recalls) {
        connections.follow();
        boolean proven = isProven();
        if (wasProven && !proven) {
            // They may have begun a long rest, expecting that a release would be reported.
            channels.waiters().forEach(RedisWaiter::wake);
            queued.all().forEach(RedisWaiter::wake);
            missed.run();
        }
        wasProven = proven;
        subscription.ask();
        if ((anyWaiters() || recalls) && !connections.followsSlots()) {
            heartbeat.beat();
        }
    }
}
