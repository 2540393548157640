// SPDX-License-Identifier: Apache-2.0
/** Decorators that pass everything on: rules watch through them, mutants break one thing in them. */
@NullMarked
package dev.interlock.tck.forward;

import org.jspecify.annotations.NullMarked;
