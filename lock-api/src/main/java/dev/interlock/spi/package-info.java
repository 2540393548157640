// SPDX-License-Identifier: Apache-2.0
/**
 * The interface for authors of backends. Implement {@link dev.interlock.spi.LockBackend} and register a
 * {@link dev.interlock.spi.LockBackendProvider}. A backend implements single steps against its store. The engine
 * implements waiting, renewal, deadlines, compensation and events for all backends.
 */
@NullMarked
package dev.interlock.spi;

import org.jspecify.annotations.NullMarked;
