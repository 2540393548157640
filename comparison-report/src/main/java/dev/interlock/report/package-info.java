// SPDX-License-Identifier: Apache-2.0
/**
 * Runs rules, faults and measurements on real servers and writes the report; {@link dev.interlock.report.Main} is
 * the entry point.
 */
@NullMarked
package dev.interlock.report;

import org.jspecify.annotations.NullMarked;
