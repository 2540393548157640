// SPDX-License-Identifier: Apache-2.0
/** Benchmarks that fit any backend; those for one store only are in that store's package. */
@NullMarked
package dev.interlock.report.benchmark;

import org.jspecify.annotations.NullMarked;
