// SPDX-License-Identifier: Apache-2.0
/**
 * Soaks: processes contend for a few locks while faults are injected into them and into their store, chosen at random
 * from a seed. Afterwards all their records are checked as one history.
 */
@NullMarked
package dev.interlock.tck.soak;

import org.jspecify.annotations.NullMarked;
