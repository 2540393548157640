// SPDX-License-Identifier: Apache-2.0
/**
 * The database as a mode sees it: the contract of a mode, its statements from the resources, and the change to another
 * primary.
 */
@NullMarked
package dev.interlock.jdbc.database;

import org.jspecify.annotations.NullMarked;
