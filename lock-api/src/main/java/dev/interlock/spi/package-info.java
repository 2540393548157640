// SPDX-License-Identifier: Apache-2.0
/**
 * For authors of backends: implement {@link dev.interlock.spi.LockBackend} and register a
 * {@link dev.interlock.spi.LockBackendProvider}. A backend takes single steps against its store; waiting, renewal,
 * deadlines, compensation and events exist once, in the engine.
 */
@NullMarked
package dev.interlock.spi;

import org.jspecify.annotations.NullMarked;
