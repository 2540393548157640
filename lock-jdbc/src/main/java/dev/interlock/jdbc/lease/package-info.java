// SPDX-License-Identifier: Apache-2.0
/**
 * Mode lease: a row says which attempt holds a lock until when, and one conditional statement is one step.
 */
@NullMarked
package dev.interlock.jdbc.lease;

import org.jspecify.annotations.NullMarked;
