// SPDX-License-Identifier: Apache-2.0
/**
 * The engine: waiting, renewal, deadlines, compensation and events, once for all backends. Not for users; start reading
 * at {@link dev.interlock.internal.acquire.Acquisition} (how a lock is acquired) and {@link dev.interlock.internal.Tenure}
 * (how it is kept).
 */
@NullMarked
package dev.interlock.internal;

import org.jspecify.annotations.NullMarked;

