// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Things that a token claims by its first read, and that refuse older ones from then on, reads and writes alike. Thread-safe. */
public final class GuardedThings implements CountedThings {

    private record Thing(long token, long value) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Thing> things = new TreeMap<>();
    private final HistoryWriter log;
    private final UpdateCount updates = new UpdateCount(lock);

    /**
     * Makes things that all hold zero and were claimed by nobody.
     *
     * @param log gets each write and each refusal, in its order
     */
    public GuardedThings(HistoryWriter log) {
        this.log = log;
    }

    @Override
    public Reply read(String process, String thing, long token) {
        lock.lock();
        try {
            Thing now = things.getOrDefault(thing, new Thing(0, 0));
            if (token < now.token()) {
                return refused(process, thing, token, now);
            }
            things.put(thing, new Thing(token, now.value()));
            return new Reply.Done(now.value());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply write(String process, String thing, long token, long value) {
        lock.lock();
        try {
            Thing now = things.getOrDefault(thing, new Thing(0, 0));
            if (token < now.token()) {
                return refused(process, thing, token, now);
            }
            things.put(thing, new Thing(token, value));
            updates.increment();
            log.effect(thing, process + "/" + token, token, Phase.OK);
            return new Reply.Done(value);
        } finally {
            lock.unlock();
        }
    }

    private Reply refused(String process, String thing, long token, Thing now) {
        log.effect(thing, process + "/" + token, token, Phase.FAIL);
        return new Reply.Refused("'" + thing + "' was claimed with token " + now.token() + ", after " + token);
    }

    @Override
    public long accepted() {
        return updates.accepted();
    }

    @Override
    public boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException {
        return updates.await(goal, atMost);
    }

    @Override
    public long total() {
        lock.lock();
        try {
            return things.values().stream().mapToLong(Thing::value).sum();
        } finally {
            lock.unlock();
        }
    }
}
