// SPDX-License-Identifier: Apache-2.0
/** The mutants that need no server, in packages like those of the rules that detect them. */
@NullMarked
package dev.interlock.mutants.memory;

import org.jspecify.annotations.NullMarked;
