// SPDX-License-Identifier: Apache-2.0
/**
 * Real servers in processes of their own, which tests may stop and kill: see {@link
 * dev.interlock.testbed.server.RedisServer}.
 */
@NullMarked
package dev.interlock.testbed.server;

import org.jspecify.annotations.NullMarked;
