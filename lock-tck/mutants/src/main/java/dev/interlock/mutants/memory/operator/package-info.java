// SPDX-License-Identifier: Apache-2.0
/** Stores on which lists and frees by an operator are broken. */
@NullMarked
package dev.interlock.mutants.memory.operator;

import org.jspecify.annotations.NullMarked;
