// SPDX-License-Identifier: Apache-2.0
/** The database of the use cases, guarded by fencing tokens. */
@NullMarked
package dev.interlock.examples.database;

import org.jspecify.annotations.NullMarked;
