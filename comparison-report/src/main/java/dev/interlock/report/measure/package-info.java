// SPDX-License-Identifier: Apache-2.0
/** Measurements that fit any backend, and the arithmetic of rounds; what fits one store only is next to that store. */
@NullMarked
package dev.interlock.report.measure;

import org.jspecify.annotations.NullMarked;
