// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener of the application. */
@Singleton
class Heard implements LockListener {

    final List<LockEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(LockEvent event) {
        events.add(event);
    }
}
