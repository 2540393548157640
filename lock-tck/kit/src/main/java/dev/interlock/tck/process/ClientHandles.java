// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.OpenOperation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The handles of a client process by their keys. The time for which the process believed in each goes into its history.
 * Thread-safe.
 */
final class ClientHandles implements LockListener {

    private record OpenBelief(LockHandle handle, OpenOperation operation) {

        /** Readers of one client have a grant, and so a token, together. */
        boolean isOf(String lock, long token) {
            return handle.lockName().equals(lock) && handle.fencingToken() == token;
        }

        void prolong() {
            operation.prolong(handle::remaining);
        }
    }

    private final AtomicLong count = new AtomicLong();
    private final Map<String, OpenBelief> beliefs = new ConcurrentHashMap<>();
    private final Map<String, LockHandle> handles = new ConcurrentHashMap<>();
    private final HistoryWriter history;
    private final String process;

    ClientHandles(HistoryWriter history, String process) {
        this.history = history;
        this.process = process;
    }

    /** Keeps a handle that was just acquired. Returns the key that names it on the wire. */
    String add(LockHandle handle) {
        String key = handle.lockName() + "#" + handle.fencingToken() + "#" + count.incrementAndGet();
        handles.put(key, handle);
        history.believe(LockPart.of(handle.lockName()), owner(handle), handle::remaining)
                .ifPresent(operation -> beliefs.put(key, new OpenBelief(handle, operation)));
        if (handle.remaining().isZero()) {
            // Its loss was reported before the handle could be found here.
            end(key);
        }
        return key;
    }

    LockHandle handle(String key) {
        LockHandle handle = handles.get(key);
        if (handle == null) {
            throw new IllegalArgumentException("no handle " + key);
        }
        return handle;
    }

    /** Ends the belief: the process was notified of the loss, or is about to release. */
    void end(String key) {
        OpenBelief belief = beliefs.remove(key);
        if (belief != null) {
            belief.operation().ok();
        }
    }

    void forget(String key) {
        handles.remove(key);
    }

    /** Ends the belief in a handle that is about to be released. */
    void leave(LockHandle handle) {
        handles.forEach((key, one) -> {
            if (one == handle) {
                end(key);
                forget(key);
            }
        });
    }

    String owner(LockHandle handle) {
        return process + "/" + handle.fencingToken();
    }

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Renewed renewed) {
            beliefs.values().stream()
                    .filter(belief -> belief.isOf(renewed.lockName(), renewed.fencingToken()))
                    .forEach(OpenBelief::prolong);
        } else if (event instanceof LockEvent.Lost lost) {
            beliefs.forEach((key, belief) -> {
                if (belief.isOf(lost.lockName(), lost.loss().fencingToken())) {
                    end(key);
                }
            });
        }
    }
}
