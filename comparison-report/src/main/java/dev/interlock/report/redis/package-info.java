// SPDX-License-Identifier: Apache-2.0
/** Redis under test: its server, the baseline of its benchmarks, and what only a Redis server can tell. */
@NullMarked
package dev.interlock.report.redis;

import org.jspecify.annotations.NullMarked;
