// SPDX-License-Identifier: Apache-2.0
/** A list that many read while one instance rebuilds it. */
@NullMarked
package dev.interlock.examples.price;

import org.jspecify.annotations.NullMarked;
