// SPDX-License-Identifier: Apache-2.0
/** The commands: each opens a client, does one thing and ends with an exit code. */
@NullMarked
package dev.interlock.cli.command;

import org.jspecify.annotations.NullMarked;
