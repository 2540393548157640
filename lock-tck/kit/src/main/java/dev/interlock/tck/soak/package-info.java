// SPDX-License-Identifier: Apache-2.0
/**
 * Soaks: processes contend for a few locks while faults, chosen at random from a seed, are done to them and to their
 * store; then everything that they saw is checked as one history.
 */
@NullMarked
package dev.interlock.tck.soak;

import org.jspecify.annotations.NullMarked;
