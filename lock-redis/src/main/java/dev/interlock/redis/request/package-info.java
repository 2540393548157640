// SPDX-License-Identifier: Apache-2.0
/** What a script is sent and what it stores: keys, arguments and values. */
@NullMarked
package dev.interlock.redis.request;

import org.jspecify.annotations.NullMarked;
