// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

/** A task that must end somehow, even where its pool takes no tasks any more. */
public interface Droppable extends Runnable {

    /** Ends the task without running it. */
    void drop();

    /** Drops a task that must end; forgets any other. */
    static void drop(Runnable task) {
        if (task instanceof Droppable droppable) {
            droppable.drop();
        }
    }
}
