// SPDX-License-Identifier: Apache-2.0
/** The real servers, and what can be done to them. */
@NullMarked
package dev.interlock.report.peers.store;

import org.jspecify.annotations.NullMarked;
