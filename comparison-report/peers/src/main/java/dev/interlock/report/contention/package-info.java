// SPDX-License-Identifier: Apache-2.0
/** The benchmarks of contention: six workloads, all contenders of a store in one run, as a table and as JSON. */
@NullMarked
package dev.interlock.report.contention;

import org.jspecify.annotations.NullMarked;
