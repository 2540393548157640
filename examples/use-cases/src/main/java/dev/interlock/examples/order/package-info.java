// SPDX-License-Identifier: Apache-2.0
/** The states of an order, and the changes between them. */
@NullMarked
package dev.interlock.examples.order;

import org.jspecify.annotations.NullMarked;
