// SPDX-License-Identifier: Apache-2.0
/** One round of a workload, in the JVMs under measurement. */
@NullMarked
package dev.interlock.report.contention.round;

import org.jspecify.annotations.NullMarked;
