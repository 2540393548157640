// SPDX-License-Identifier: Apache-2.0
/**
 * Clients of a lock as processes of their own, which record what they do and can be paused and killed: see
 * {@link dev.interlock.tck.process.ClientProcess}. They open a store's backends by themselves, or use backends of this
 * JVM, memory and broken ones above all: see {@link dev.interlock.tck.process.BackendHost}. Parent and child talk in
 * lines either way.
 */
@NullMarked
package dev.interlock.tck.process;

import org.jspecify.annotations.NullMarked;
