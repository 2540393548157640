// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The handles of a client process by their keys. The time for which the process believed in each goes into its history.
 * Thread-safe.
 */
final class ClientHandles implements LockListener {

    private record OpenBelief(LockHandle handle, OpenOperation operation) {

        void prolong() {
            operation.prolong(handle::remaining);
        }
    }

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
        String key = key(handle.lockName(), handle.fencingToken());
        handles.put(key, handle);
        history.believe(handle.lockName(), owner(handle), handle::remaining)
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
        String key = key(handle.lockName(), handle.fencingToken());
        end(key);
        forget(key);
    }

    String owner(LockHandle handle) {
        return process + "/" + handle.fencingToken();
    }

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Renewed renewed) {
            OpenBelief belief = beliefs.get(key(renewed.lockName(), renewed.fencingToken()));
            if (belief != null) {
                belief.prolong();
            }
        } else if (event instanceof LockEvent.Lost lost) {
            end(key(lost.lockName(), lost.loss().fencingToken()));
        }
    }

    private static String key(String lock, long token) {
        return lock + "#" + token;
    }
}
