// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.function.Supplier;

/** Runs steps without the interrupt of their thread: many a driver fails at once on an interrupted thread. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Runs a step with the thread's interrupt flag cleared, and sets it again afterwards. */
    static <T> T call(Supplier<T> step) {
        boolean interrupted = Thread.interrupted();
        try {
            return step.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
