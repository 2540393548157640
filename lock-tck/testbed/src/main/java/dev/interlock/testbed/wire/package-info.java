// SPDX-License-Identifier: Apache-2.0
/** Where messages start and end on a connection: {@link dev.interlock.testbed.wire.Framing} and its protocols. */
@NullMarked
package dev.interlock.testbed.wire;

import org.jspecify.annotations.NullMarked;
