// SPDX-License-Identifier: Apache-2.0
/** The questions, each a class of its own. */
@NullMarked
package dev.interlock.report.peers.question;

import org.jspecify.annotations.NullMarked;
