// SPDX-License-Identifier: Apache-2.0
/**
 * How a client of PostgreSQL learns that other clients ask for locks that it may keep: what they notify on its channel.
 */
@NullMarked
package dev.interlock.jdbc.lease.recall;

import org.jspecify.annotations.NullMarked;
