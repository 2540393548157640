// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.function.Supplier;

/** Keeps an interrupt from the store: many a driver fails at once on an interrupted thread. */
final class Uninterrupted {

    private Uninterrupted() {}

    /** Runs a step without the thread's interrupt, which is in its flag again afterwards. */
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
