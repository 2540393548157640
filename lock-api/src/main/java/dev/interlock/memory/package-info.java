// SPDX-License-Identifier: Apache-2.0
/**
 * Locks in the memory of this JVM: the reference backend, and a store for unit tests of applications. Start at
 * {@link dev.interlock.memory.MemoryStore}, or connect to {@code memory:}. All clients of this JVM that connect to
 * {@code memory:} share one store, and {@code memory:NAME} is another one. Give each test its own
 * {@link dev.interlock.memory.MemoryStore}, so that no lock of one test is held in the next.
 */
@NullMarked
package dev.interlock.memory;

import org.jspecify.annotations.NullMarked;
