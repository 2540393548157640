// SPDX-License-Identifier: Apache-2.0
/** Tests for stores on which several clients may hold one lock ({@link dev.interlock.Capability#SHARES}). */
@NullMarked
package dev.interlock.tck.share;

import org.jspecify.annotations.NullMarked;
