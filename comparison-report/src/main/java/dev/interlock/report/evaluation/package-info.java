// SPDX-License-Identifier: Apache-2.0
/**
 * Conclusions from the results of rules and mutants: which guarantee holds where, which store is for what, and what of
 * the known claims and mistakes this run shows. Nothing is said here that no result backs.
 */
@NullMarked
package dev.interlock.report.evaluation;

import org.jspecify.annotations.NullMarked;
