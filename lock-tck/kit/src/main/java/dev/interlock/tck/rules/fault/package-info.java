// SPDX-License-Identifier: Apache-2.0
/** The rules about failures: errors and lost messages, killed and stopped processes, faults of the store. */
@NullMarked
package dev.interlock.tck.rules.fault;

import org.jspecify.annotations.NullMarked;
