// SPDX-License-Identifier: Apache-2.0
/** Faults on the way to a store that uses TCP: a link for the rules, and separate tests. */
@NullMarked
package dev.interlock.tck.network;

import org.jspecify.annotations.NullMarked;
