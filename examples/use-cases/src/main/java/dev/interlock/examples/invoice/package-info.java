// SPDX-License-Identifier: Apache-2.0
/** Numbers without gaps, which one instance gives: the leader of an election. */
@NullMarked
package dev.interlock.examples.invoice;

import org.jspecify.annotations.NullMarked;
