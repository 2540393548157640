// SPDX-License-Identifier: Apache-2.0
/**
 * Locks in the memory of this JVM: the reference backend, and a store for unit tests of applications. Start at
 * {@link dev.interlock.memory.MemoryStore}, or connect to {@code memory:}.
 */
@NullMarked
package dev.interlock.memory;

import org.jspecify.annotations.NullMarked;
