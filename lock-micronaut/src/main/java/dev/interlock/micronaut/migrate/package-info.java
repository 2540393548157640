// SPDX-License-Identifier: Apache-2.0
/** Locks that move from one store to another. */
@NullMarked
package dev.interlock.micronaut.migrate;

import org.jspecify.annotations.NullMarked;
