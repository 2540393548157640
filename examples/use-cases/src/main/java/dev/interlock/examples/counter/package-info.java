// SPDX-License-Identifier: Apache-2.0
/** A counter: read, increment, write. */
@NullMarked
package dev.interlock.examples.counter;

import org.jspecify.annotations.NullMarked;
