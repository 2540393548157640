// SPDX-License-Identifier: Apache-2.0
/** Stores and clients on which locks that several may hold are broken. */
@NullMarked
package dev.interlock.mutants.memory.share;

import org.jspecify.annotations.NullMarked;
