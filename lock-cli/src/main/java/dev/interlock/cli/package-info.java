// SPDX-License-Identifier: Apache-2.0
/** The program {@code interlock}: its command line, for operators and cron. It sees the public API only. */
@NullMarked
package dev.interlock.cli;

import org.jspecify.annotations.NullMarked;
