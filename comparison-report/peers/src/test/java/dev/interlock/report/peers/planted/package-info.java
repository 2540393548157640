// SPDX-License-Identifier: Apache-2.0
/** A lock in a directory, right and broken in many ways, to show that each question can be answered both ways. */
@NullMarked
package dev.interlock.report.peers.planted;

import org.jspecify.annotations.NullMarked;
