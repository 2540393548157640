// SPDX-License-Identifier: Apache-2.0
/** Defects of which several mutants are made. */
@NullMarked
package dev.interlock.mutants.memory.defect;

import org.jspecify.annotations.NullMarked;
