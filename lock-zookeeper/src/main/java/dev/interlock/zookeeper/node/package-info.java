// SPDX-License-Identifier: Apache-2.0
/**
 * The stored format: the paths of nodes, their order in the queue, their content, and fencing tokens from their zxid.
 * Sends no requests.
 */
@NullMarked
package dev.interlock.zookeeper.node;

import org.jspecify.annotations.NullMarked;
