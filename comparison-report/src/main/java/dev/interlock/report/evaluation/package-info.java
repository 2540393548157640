// SPDX-License-Identifier: Apache-2.0
/**
 * Conclusions from the results of rules and mutants: which guarantee holds where, which store suits which need, and
 * which of the known claims and mistakes this run shows. Every conclusion is backed by a result. The prose is in JSON
 * files beside this package; the files name the results, and the classes compare them.
 */
@NullMarked
package dev.interlock.report.evaluation;

import org.jspecify.annotations.NullMarked;
