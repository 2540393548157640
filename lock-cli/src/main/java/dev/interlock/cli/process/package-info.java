// SPDX-License-Identifier: Apache-2.0
/** The command that runs under a lock: its start, its signals, its end in time. */
@NullMarked
package dev.interlock.cli.process;

import org.jspecify.annotations.NullMarked;
