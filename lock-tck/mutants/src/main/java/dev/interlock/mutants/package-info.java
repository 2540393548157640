// SPDX-License-Identifier: Apache-2.0
/** Backends and clients in memory, each broken in one way, to prove that the rules detect the defect. */
@NullMarked
package dev.interlock.mutants;

import org.jspecify.annotations.NullMarked;
