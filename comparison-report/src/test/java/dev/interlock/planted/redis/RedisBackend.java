// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.redis;

/** No fault: a class of the highest layer of a backend. */
public final class RedisBackend {}
