// SPDX-License-Identifier: Apache-2.0
/** The kit's own fixture, in memory: it has every hook that a fixture can have, without a server. */
@NullMarked
package dev.interlock.tck.memory;

import org.jspecify.annotations.NullMarked;
