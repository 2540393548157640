// SPDX-License-Identifier: Apache-2.0
/** Transfers between accounts: two locks, both or none. */
@NullMarked
package dev.interlock.examples.account;

import org.jspecify.annotations.NullMarked;
