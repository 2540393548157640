// SPDX-License-Identifier: Apache-2.0
/** What an exception of the driver means for a step, and what of it may be shown. */
@NullMarked
package dev.interlock.redis.error;

import org.jspecify.annotations.NullMarked;
