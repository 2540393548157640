// SPDX-License-Identifier: Apache-2.0
/**
 * The client and its session: single requests, the steps built from them, orphaned nodes, and errors.
 */
@NullMarked
package dev.interlock.zookeeper.session;

import org.jspecify.annotations.NullMarked;
