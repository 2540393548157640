// SPDX-License-Identifier: Apache-2.0
/** One service that runs on the locks of any store; which one is a matter of its configuration alone. */
@NullMarked
package dev.interlock.examples;

import org.jspecify.annotations.NullMarked;
