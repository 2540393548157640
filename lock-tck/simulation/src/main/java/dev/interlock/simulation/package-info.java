// SPDX-License-Identifier: Apache-2.0
/**
 * The engine under every schedule: one seed decides each step of each thread, each reply, each loss, each pause and the
 * clocks, so every failure repeats. See {@code docs/simulation.md}.
 */
@NullMarked
package dev.interlock.simulation;

import org.jspecify.annotations.NullMarked;
