// SPDX-License-Identifier: Apache-2.0
/**
 * Clients of a lock as processes of their own, which record what they do and can be paused and killed: see
 * {@link dev.interlock.tck.process.ClientProcess}.
 */
@NullMarked
package dev.interlock.tck.process;

import org.jspecify.annotations.NullMarked;
