// SPDX-License-Identifier: Apache-2.0
/** What lock-redis supplies to the kit: a fixture on a real server, a link through a proxy, hands on the server. */
@NullMarked
package dev.interlock.redis.tck;

import org.jspecify.annotations.NullMarked;
