// SPDX-License-Identifier: Apache-2.0
/** One service that runs on the locks of any store; only its configuration decides which store. */
@NullMarked
package dev.interlock.examples;

import org.jspecify.annotations.NullMarked;
