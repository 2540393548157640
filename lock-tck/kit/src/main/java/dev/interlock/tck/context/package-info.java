// SPDX-License-Identifier: Apache-2.0
/** The context in which a backend starts without a client. */
@NullMarked
package dev.interlock.tck.context;

import org.jspecify.annotations.NullMarked;
