// SPDX-License-Identifier: Apache-2.0
/**
 * The start: the product behind a connection, its tables, what it keeps in a crash, and its standbys.
 */
@NullMarked
package dev.interlock.jdbc.start;

import org.jspecify.annotations.NullMarked;
