// SPDX-License-Identifier: Apache-2.0
/** Locks in this JVM, for tests. */
@NullMarked
package dev.interlock.micronaut.memory;

import org.jspecify.annotations.NullMarked;
