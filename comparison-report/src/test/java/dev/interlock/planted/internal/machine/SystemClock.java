// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.internal.machine;

/** No fault: the one class that reads the time. */
public final class SystemClock {
    public long nanoTime() {
        return System.nanoTime();
    }
}
