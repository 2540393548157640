// SPDX-License-Identifier: Apache-2.0
/** The JVMs that use a peer, and their protocol. */
@NullMarked
package dev.interlock.report.peers.client;

import org.jspecify.annotations.NullMarked;
