// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.options.RedisCluster;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Asks the nodes of a cluster which of them serves which slot: once at the start, and again when a step has found a
 * change. A thread of its own asks, which exists only while there is a question, since a step has no time for nodes
 * that do not answer. Thread-safe.
 */
final class ClusterLookup implements AutoCloseable {

    /** The pause between two rounds, so that a node that stays away costs the others little. */
    private static final long PAUSE_MILLIS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(ClusterLookup.class);

    private final RedisCluster cluster;
    private final Server server;
    private final ClusterSlots slots;
    private final ClusterNodes nodes;
    private final Runnable learned;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean wanted;
    private boolean closed;
    private @Nullable Thread thread;
    private volatile @Nullable LockClock clock;

    /**
     * Makes a lookup, without asking.
     *
     * @param learned runs when the slots were learned anew
     */
    ClusterLookup(RedisCluster cluster, Server server, ClusterSlots slots, ClusterNodes nodes, Runnable learned) {
        this.cluster = cluster;
        this.server = server;
        this.slots = slots;
        this.nodes = nodes;
        this.learned = learned;
    }

    /**
     * Asks the nodes that the configuration names, one after the other, all of them in the time of a connection.
     *
     * @throws JedisException if none of them answers
     * @throws LockUnavailableException if they serve no slots
     */
    void first(LockClock ours) {
        clock = ours;
        JedisException failed = askUntilKnown(named());
        if (failed != null) {
            throw failed;
        }
        if (slots.serving().isEmpty()) {
            throw new LockUnavailableException(
                    "locks cannot be kept: the nodes of the redis cluster of " + cluster + " serve no slots: finish its"
                            + " creation, see redis-cli --cluster create",
                    null);
        }
    }

    private List<HostAndPort> named() {
        return cluster.nodes().stream()
                .map(node -> new HostAndPort(node.host(), node.port()))
                .toList();
    }

    /**
     * Returns null as soon as one of them knows, or if none knows and the last one answered; otherwise the failure of
     * the last one.
     */
    private @Nullable JedisException askUntilKnown(List<HostAndPort> asked) {
        LockClock ours = Objects.requireNonNull(clock, "a lookup before the first");
        StepLimit all = new StepLimit(ours, server.connectTimeout());
        JedisException failed = null;
        for (int i = 0; i < asked.size() && (i == 0 || all.leftMillis() > 0); i++) {
            // The time that a quick refusal saves goes to the nodes after it.
            Duration share = Duration.ofMillis(all.leftMillis()).dividedBy(asked.size() - i);
            HostAndPort node = asked.get(i);
            try {
                failed = null;
                if (slots.learn(ask(node, new StepLimit(ours, share)), node)) {
                    learned.run();
                    return null;
                }
            } catch (JedisException e) {
                failed = e;
            }
        }
        return failed;
    }

    private List<?> ask(HostAndPort node, StepLimit limit) {
        CommandArguments arguments = new CommandArguments(Command.CLUSTER).add("SLOTS");
        return (List<?>) Objects.requireNonNull(nodes.execute(node, arguments, limit));
    }

    /** Starts a round soon; returns at once. */
    void again() {
        lock.lock();
        try {
            wanted = true;
            if (thread == null && !closed) {
                Thread next = new DaemonThreads("interlock-redis-cluster").newThread(this::askWhileWanted);
                next.start();
                thread = next;
            }
        } catch (OutOfMemoryError e) {
            // No thread can start now: the step goes on by redirections, and the next one tries again.
            LOG.debug("no thread to ask for slots");
        } finally {
            lock.unlock();
        }
    }

    private void askWhileWanted() {
        long pauseMillis = 0;
        while (awaitNext(pauseMillis)) {
            try {
                JedisException failed = askUntilKnown(known());
                if (failed != null) {
                    throw failed;
                }
            } catch (RuntimeException e) {
                // The next step that meets a change asks again. A node's answer to a login is not for showing.
                LOG.debug(
                        "no node reports which node serves which slot: {}",
                        e.getClass().getSimpleName());
            }
            pauseMillis = PAUSE_MILLIS;
        }
    }

    /** The members and those of the configuration, in another order each time, since any may be wrong. */
    private List<HostAndPort> known() {
        Set<HostAndPort> all = new LinkedHashSet<>(slots.members());
        all.addAll(named());
        List<HostAndPort> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled);
        return shuffled;
    }

    /** Returns false when there is no further question: the thread ends, and the next question starts another. */
    private boolean awaitNext(long pauseMillis) {
        boolean goOn = false;
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(pauseMillis);
            while (left > 0 && !closed) {
                left = closing.awaitNanos(left);
            }
            goOn = wanted && !closed;
            wanted = false;
        } catch (InterruptedException e) {
            LOG.debug("the thread that asks for slots was interrupted; the next that is wanted starts another");
        } finally {
            thread = goOn ? thread : null;
            lock.unlock();
        }
        return goOn;
    }

    /** Ends the thread as soon as the node that it asks has answered. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
