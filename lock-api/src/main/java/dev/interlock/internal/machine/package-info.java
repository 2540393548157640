// SPDX-License-Identifier: Apache-2.0
/**
 * What a client runs on: its clock, its threads and their pools, its timers, its log and its random numbers. A simulated
 * machine replaces {@link dev.interlock.internal.machine.Machine}; nothing outside of this package starts a thread or
 * reads a clock.
 */
@NullMarked
package dev.interlock.internal.machine;

import org.jspecify.annotations.NullMarked;
