// SPDX-License-Identifier: Apache-2.0
/** Trials of guards: the effect on a resource when a holder continues after its lease, with and without a guard. */
@NullMarked
package dev.interlock.report.guard;

import org.jspecify.annotations.NullMarked;
