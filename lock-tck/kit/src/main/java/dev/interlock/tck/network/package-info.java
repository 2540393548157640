// SPDX-License-Identifier: Apache-2.0
/** Faults on the way to a store that talks over TCP: a link for the rules, and tests of its own. */
@NullMarked
package dev.interlock.tck.network;

import org.jspecify.annotations.NullMarked;
