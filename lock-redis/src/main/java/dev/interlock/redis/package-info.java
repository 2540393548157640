// SPDX-License-Identifier: Apache-2.0
/**
 * The Redis backend: {@link dev.interlock.redis.RedisLockBackend} and the providers for its connection strings.
 *
 * <p>For users are this package, {@code redlock} with its backend, {@code options} and {@code guard}. What is public in
 * the other packages is so for its neighbours, and may change at any time. The packages are layers. Each sees only those
 * below it:
 *
 * <pre>
 * redis       backend and providers
 * redlock     a lock over several servers
 * start       what the server can do, tried at the start
 * waiting     queues, channels, subscription
 * command     one script for each step
 * connection  to a server, a primary, a cluster
 * error       what an exception means
 * request     keys, arguments, values
 * options     where the servers are, how locks are kept
 * </pre>
 *
 * <p>{@code guard} stands beside them and uses none of them.
 */
@NullMarked
package dev.interlock.redis;

import org.jspecify.annotations.NullMarked;
