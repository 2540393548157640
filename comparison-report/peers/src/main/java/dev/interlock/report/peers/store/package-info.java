// SPDX-License-Identifier: Apache-2.0
/** The real servers with their faults. */
@NullMarked
package dev.interlock.report.peers.store;

import org.jspecify.annotations.NullMarked;
