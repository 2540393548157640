// SPDX-License-Identifier: Apache-2.0
/** The rules of locks that several may hold at once: readers, writers and permits. */
@NullMarked
package dev.interlock.tck.rules.share;

import org.jspecify.annotations.NullMarked;
