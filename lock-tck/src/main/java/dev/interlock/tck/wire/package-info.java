// SPDX-License-Identifier: Apache-2.0
/** Where messages start and end on a connection: {@link dev.interlock.tck.wire.Framing} and its protocols. */
@NullMarked
package dev.interlock.tck.wire;

import org.jspecify.annotations.NullMarked;
