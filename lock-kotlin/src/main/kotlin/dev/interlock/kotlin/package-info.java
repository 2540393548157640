// SPDX-License-Identifier: Apache-2.0
/** Locks for coroutines of Kotlin. */
@NullMarked
package dev.interlock.kotlin;

import org.jspecify.annotations.NullMarked;
