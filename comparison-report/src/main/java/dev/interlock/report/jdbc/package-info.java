// SPDX-License-Identifier: Apache-2.0
/** SQL databases under test: their servers, what Interlock is compared with there, and what their counters tell. */
@NullMarked
package dev.interlock.report.jdbc;

import org.jspecify.annotations.NullMarked;
