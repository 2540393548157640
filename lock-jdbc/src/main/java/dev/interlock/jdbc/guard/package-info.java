// SPDX-License-Identifier: Apache-2.0
/** A fencing guard for what is kept in a database: claim and effect in one transaction of the user's. */
@NullMarked
package dev.interlock.jdbc.guard;

import org.jspecify.annotations.NullMarked;
