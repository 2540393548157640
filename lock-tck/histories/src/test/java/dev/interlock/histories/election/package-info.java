// SPDX-License-Identifier: Apache-2.0
/** Elections between processes on real servers: killed leaders, stopped ones, and a store that restarts. */
@NullMarked
package dev.interlock.histories.election;

import org.jspecify.annotations.NullMarked;
