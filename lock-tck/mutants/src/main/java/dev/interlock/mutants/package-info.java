// SPDX-License-Identifier: Apache-2.0
/** Backends and clients in memory that are broken in one way each, to prove that the rules notice. */
@NullMarked
package dev.interlock.mutants;

import org.jspecify.annotations.NullMarked;
