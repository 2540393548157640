// SPDX-License-Identifier: Apache-2.0
/** Benchmarks that fit any backend; those that fit one store only are next to that store. */
@NullMarked
package dev.interlock.report.benchmark;

import org.jspecify.annotations.NullMarked;
