// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.memory;

import dev.interlock.planted.internal.machine.SystemClock;

/** Planted fault: a backend that sees the engine. */
public abstract class MemoryStore {
    abstract SystemClock clock();
}
