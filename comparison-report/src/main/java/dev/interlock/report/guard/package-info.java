// SPDX-License-Identifier: Apache-2.0
/** Trials of guards: what becomes of a resource when a holder goes on after its lease, with and without a guard. */
@NullMarked
package dev.interlock.report.guard;

import org.jspecify.annotations.NullMarked;
