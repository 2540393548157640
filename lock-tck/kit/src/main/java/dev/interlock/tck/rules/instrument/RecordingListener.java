// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** A listener that records its events. Thread-safe. */
public final class RecordingListener implements LockListener {

    private final ConcurrentLinkedQueue<LockEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    public void on(LockEvent event) {
        events.add(event);
    }

    /** The events of one kind about a lock, in order. */
    public <E extends LockEvent> List<E> events(String name, Class<E> kind) {
        return about(name).filter(kind::isInstance).map(kind::cast).toList();
    }

    public boolean has(String name, Class<? extends LockEvent> kind) {
        return about(name).anyMatch(kind::isInstance);
    }

    /**
     * The kinds of the events about a lock, in order; successive renewals count as one. Numbers of waiters are left
     * out, because they concern all waiters of the client, not one of them.
     */
    public List<String> sequence(String name) {
        List<String> kinds = new ArrayList<>();
        about(name)
                .filter(event -> !(event instanceof LockEvent.WaitersChanged))
                .forEach(event -> {
                    boolean renewedAgain = event instanceof LockEvent.Renewed
                            && !kinds.isEmpty()
                            && kinds.get(kinds.size() - 1).equals("Renewed");
                    if (!renewedAgain) {
                        kinds.add(event.getClass().getSimpleName());
                    }
                });
        return kinds;
    }

    private Stream<LockEvent> about(String name) {
        return events.stream().filter(event -> event.lockName().equals(name));
    }
}
