// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** A listener that remembers what it hears. Thread-safe. */
final class Ear implements LockListener {

    private final ConcurrentLinkedQueue<LockEvent> heard = new ConcurrentLinkedQueue<>();

    @Override
    public void on(LockEvent event) {
        heard.add(event);
    }

    /** The events of one kind about a lock, in order. */
    <E extends LockEvent> List<E> heard(String name, Class<E> kind) {
        return about(name).filter(kind::isInstance).map(kind::cast).toList();
    }

    boolean hasHeard(String name, Class<? extends LockEvent> kind) {
        return about(name).anyMatch(kind::isInstance);
    }

    /**
     * The kinds of the events about a lock, in order; renewals that follow each other count as one. Numbers of waiters are left
     * out: they are about all who wait in this client, not about one of them.
     */
    List<String> story(String name) {
        StringBuilder kinds = new StringBuilder(" ");
        about(name)
                .filter(event -> !(event instanceof LockEvent.WaitersChanged))
                .map(event -> event.getClass().getSimpleName() + " ")
                .forEach(kinds::append);
        String told = kinds.toString()
                .replaceAll("( Renewed)(?: Renewed)+(?= )", "$1")
                .trim();
        return told.isEmpty() ? List.of() : List.of(told.split(" "));
    }

    private Stream<LockEvent> about(String name) {
        return heard.stream().filter(event -> event.lockName().equals(name));
    }
}
