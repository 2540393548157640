// SPDX-License-Identifier: Apache-2.0
/**
 * A hold from its grant to its end: state, renewal, loss, release, hand-off and compensation. Start reading at
 * {@link dev.interlock.internal.hold.HoldState}.
 */
@NullMarked
package dev.interlock.internal.hold;

import org.jspecify.annotations.NullMarked;
