// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to one server, to the primary that Sentinels name, to the nodes of a cluster, or those of the
 * application's client.
 */
@NullMarked
package dev.interlock.redis.connection;

import org.jspecify.annotations.NullMarked;
