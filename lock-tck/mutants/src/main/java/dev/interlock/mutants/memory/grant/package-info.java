// SPDX-License-Identifier: Apache-2.0
/** Mutants of acquiring, releasing, fencing tokens and names. */
@NullMarked
package dev.interlock.mutants.memory.grant;

import org.jspecify.annotations.NullMarked;
