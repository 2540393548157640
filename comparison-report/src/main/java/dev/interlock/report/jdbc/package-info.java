// SPDX-License-Identifier: Apache-2.0
/** SQL databases under test: their servers, the contenders there, and their counters. */
@NullMarked
package dev.interlock.report.jdbc;

import org.jspecify.annotations.NullMarked;
