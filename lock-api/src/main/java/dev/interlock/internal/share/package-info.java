// SPDX-License-Identifier: Apache-2.0
/**
 * Locks that several may hold. Each part of such a lock is a lock of its own to the engine ({@link
 * dev.interlock.internal.share.PartName}), which acquires, renews and loses it as any other; only the backend under it
 * ({@link dev.interlock.internal.share.ShareBackend}) asks the store for a share. Above it, the readers of a client
 * hold one grant together, and its permits have a lock each.
 */
@NullMarked
package dev.interlock.internal.share;

import org.jspecify.annotations.NullMarked;
