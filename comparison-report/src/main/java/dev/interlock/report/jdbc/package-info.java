// SPDX-License-Identifier: Apache-2.0
/** SQL databases under test: their servers, the floor and the peer of their measurements, and what their counters tell. */
@NullMarked
package dev.interlock.report.jdbc;

import org.jspecify.annotations.NullMarked;
