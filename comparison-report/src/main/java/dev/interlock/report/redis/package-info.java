// SPDX-License-Identifier: Apache-2.0
/** Redis under test: its servers, the baselines of its benchmarks, and measurements that only Redis supports. */
@NullMarked
package dev.interlock.report.redis;

import org.jspecify.annotations.NullMarked;
