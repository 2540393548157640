// SPDX-License-Identifier: Apache-2.0
/**
 * Optional tools for authors of backends: they read a connection string and options, find the backend of another store,
 * mask secrets, limit warnings, make threads and repeat a start that was slow. A backend that uses them reports the same mistakes in the same words as the others. The interface for
 * backends ({@link dev.interlock.spi}) does not need them.
 */
@NullMarked
package dev.interlock.spi.toolbox;

import org.jspecify.annotations.NullMarked;
