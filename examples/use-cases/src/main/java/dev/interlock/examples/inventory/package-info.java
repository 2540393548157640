// SPDX-License-Identifier: Apache-2.0
/** A stock that is never oversold. */
@NullMarked
package dev.interlock.examples.inventory;

import org.jspecify.annotations.NullMarked;
