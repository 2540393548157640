// SPDX-License-Identifier: Apache-2.0
/**
 * Clients of a lock in separate processes, which record their steps and can be paused and killed: see
 * {@link dev.interlock.tck.process.ClientProcess}. They open a store's backends by themselves, or use backends of this
 * JVM, above all memory and broken ones: see {@link dev.interlock.tck.process.BackendHost}. Parent and child exchange
 * lines of text in both cases.
 */
@NullMarked
package dev.interlock.tck.process;

import org.jspecify.annotations.NullMarked;
