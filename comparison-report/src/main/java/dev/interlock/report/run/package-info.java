// SPDX-License-Identifier: Apache-2.0
/** Runs rules, mutants and measurements and turns the results into records. */
@NullMarked
package dev.interlock.report.run;

import org.jspecify.annotations.NullMarked;
