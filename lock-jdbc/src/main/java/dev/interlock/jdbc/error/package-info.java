// SPDX-License-Identifier: Apache-2.0
/**
 * The meaning of a driver's exceptions for a step: a table of errors for each product, and messages with a way out.
 */
@NullMarked
package dev.interlock.jdbc.error;

import org.jspecify.annotations.NullMarked;
