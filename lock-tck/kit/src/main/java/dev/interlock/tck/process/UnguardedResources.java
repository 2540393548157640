// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Resources that accept every client's writes. They are the control without which a guard proves nothing. Thread-safe.
 */
public final class UnguardedResources implements CountedResources {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final Map<String, Long> values = new TreeMap<>();
    private final HistoryWriter log;
    private final Map<String, Long> acceptedOf = new TreeMap<>();
    private long accepted;

    /**
     * Creates resources that all hold zero.
     *
     * @param log gets each write, in its order
     */
    public UnguardedResources(HistoryWriter log) {
        this.log = log;
    }

    @Override
    public Reply read(String process, String resource, long token) {
        return look(resource);
    }

    @Override
    public Reply look(String resource) {
        lock.lock();
        try {
            return new Reply.Done(values.getOrDefault(resource, 0L));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply write(String process, String resource, long token, long value) {
        lock.lock();
        try {
            values.put(resource, value);
            accepted++;
            acceptedOf.merge(process, 1L, Long::sum);
            more.signalAll();
            log.effect(resource, process + "/" + token, token, Phase.OK);
            return new Reply.Done(value);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long accepted() {
        lock.lock();
        try {
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long accepted(String process) {
        lock.lock();
        try {
            return acceptedOf.getOrDefault(process, 0L);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (accepted < goal && left > 0) {
                left = more.awaitNanos(left);
            }
            return accepted >= goal;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long total() {
        lock.lock();
        try {
            return values.values().stream().mapToLong(Long::longValue).sum();
        } finally {
            lock.unlock();
        }
    }
}
