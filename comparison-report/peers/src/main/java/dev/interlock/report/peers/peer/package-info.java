// SPDX-License-Identifier: Apache-2.0
/** The peers: lock libraries in the configuration of their own documentation, each behind the same few methods. */
@NullMarked
package dev.interlock.report.peers.peer;

import org.jspecify.annotations.NullMarked;
