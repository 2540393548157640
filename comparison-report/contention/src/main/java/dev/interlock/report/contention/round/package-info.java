// SPDX-License-Identifier: Apache-2.0
/** One round of a workload, as the JVMs that are measured run it. */
@NullMarked
package dev.interlock.report.contention.round;

import org.jspecify.annotations.NullMarked;
