// SPDX-License-Identifier: Apache-2.0
/** Decorators that pass every call on. Rules watch calls with them, and mutants break one call in them. */
@NullMarked
package dev.interlock.tck.forward;

import org.jspecify.annotations.NullMarked;
