// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.ClientOptions;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.history.HistoryWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A client in this JVM whose steps against the store, and whose beliefs, go into a history. The test must report grants
 * and releases to it; renewals and losses it gets as events. Thread-safe.
 */
public final class RecordedClient {

    private final String name;
    private final HistoryWriter history;
    private final ClientHandles handles;

    RecordedClient(String name, HistoryWriter history) {
        this.name = name;
        this.history = history;
        this.handles = new ClientHandles(history, name);
    }

    /**
     * Returns the name.
     *
     * @return as in the history
     */
    public String name() {
        return name;
    }

    /**
     * Returns a backend that records each step.
     *
     * @param backend the client's own, not started
     * @return the backend for the client; it acquires sets of locks one by one
     */
    public LockBackend over(LockBackend backend) {
        return new HistoryBackend(backend, history);
    }

    /**
     * Returns options that record the client's beliefs.
     *
     * @param options the client's own
     * @return the same with one more listener
     */
    public ClientOptions listening(ClientOptions options) {
        List<LockListener> all = new ArrayList<>(options.listeners());
        all.add(handles);
        return options.withListeners(all.toArray(LockListener[]::new));
    }

    /**
     * Records that the client was granted a lock and believes in it from now on.
     *
     * @param handle its hold
     * @return the hold
     */
    public LockHandle holds(LockHandle handle) {
        handles.add(handle);
        return handle;
    }

    /**
     * Records that the client is about to release, and no longer believes.
     *
     * @param handle its hold
     */
    public void releases(LockHandle handle) {
        handles.leave(handle);
    }
}
