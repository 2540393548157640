// SPDX-License-Identifier: Apache-2.0
/** Puts the same questions to Interlock and to other lock libraries: start with {@link dev.interlock.report.peers.Main}. */
@NullMarked
package dev.interlock.report.peers;

import org.jspecify.annotations.NullMarked;
