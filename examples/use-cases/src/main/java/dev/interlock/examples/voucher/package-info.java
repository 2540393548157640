// SPDX-License-Identifier: Apache-2.0
/** A voucher sale: a small stock, one order for each user. */
@NullMarked
package dev.interlock.examples.voucher;

import org.jspecify.annotations.NullMarked;
