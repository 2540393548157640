// SPDX-License-Identifier: Apache-2.0
/**
 * What the results of the rules and mutants come to: which guarantee holds where, which store is for what, and what of the known
 * claims and mistakes this run shows. Nothing is said here that no result backs.
 */
@NullMarked
package dev.interlock.report.level;

import org.jspecify.annotations.NullMarked;
